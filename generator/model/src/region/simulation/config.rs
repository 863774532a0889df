//! What a region router is made of.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::region::Algorithm;

/// How a head gets its outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reservation {
    /// One after another in the order of the ports; it keeps what it has.
    Ordered,
    /// All at once or none.
    AllOrNothing,
    /// One after another, in an order that depends on the input; can deadlock.
    Rotated,
}

/// What a region router is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegionConfig {
    /// How broadcasts are sent.
    pub algorithm: Algorithm,
    /// Virtual channels of a port.
    pub channels: u32,
    /// 1, or 2: the lower half of the channels of a link for the first class.
    pub classes: u32,
    /// How a head gets its outputs.
    pub reservation: Reservation,
    /// Buffer at the end of each channel of a link.
    ///
    /// **Units**: flits.
    pub input_buffer: u32,
    /// Buffer of a channel; shorter than a packet it can deadlock.
    ///
    /// **Units**: flits.
    pub output_buffer: u32,
}

/// Says why there is no such router.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RegionError {
    /// The channels of a router are more than the bits of a word.
    #[error("{ports} ports of {channels} virtual channels; permitted are 1 to 127 in a router")]
    Channels {
        /// Ports of a router, the local one included.
        ports: usize,
        /// Channels of a port.
        channels: u32,
    },
    /// Two classes need as many channels each.
    #[error("{channels} virtual channels for {classes} classes; permitted are equal parts")]
    Classes {
        /// Channels of a port.
        channels: u32,
        /// Classes.
        classes: u32,
    },
    /// A buffer without room.
    #[error("a buffer has room for 0 flits; permitted is 1 or more")]
    Buffer,
}

impl RegionConfig {
    /// Input buffers where nothing else is asked for.
    ///
    /// **Units**: flits.
    pub const INPUT_BUFFER: u32 = 2;

    /// Returns the rules under which an algorithm cannot deadlock.
    ///
    /// **Units**: `longest` is the length of the longest packet, in flits.
    pub fn safe(algorithm: Algorithm, channels: u32, longest: u32) -> Self {
        let turns = algorithm == Algorithm::NearestCorner;
        Self {
            algorithm,
            channels,
            classes: if turns { 2 } else { 1 },
            reservation: if turns { Reservation::AllOrNothing } else { Reservation::Ordered },
            input_buffer: Self::INPUT_BUFFER,
            output_buffer: longest,
        }
    }

    /// Checks that such a router can be built.
    ///
    /// # Errors
    /// The first member out of range.
    pub fn check(&self, ports: usize) -> Result<(), RegionError> {
        let channels = self.channels;
        // The source is an input of its own.
        if channels == 0 || ports.saturating_mul(channels as usize) > 127 {
            return Err(RegionError::Channels { ports, channels });
        }
        if self.classes != 1 && (self.classes != 2 || channels % 2 == 1) {
            return Err(RegionError::Classes { channels, classes: self.classes });
        }
        match self.input_buffer.min(self.output_buffer) {
            0 => Err(RegionError::Buffer),
            _ => Ok(()),
        }
    }
}
