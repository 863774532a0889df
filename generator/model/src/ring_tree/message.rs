//! Messages, their versions, and what travels on a virtual link.

/// Which message: origin and number among the messages of the origin.
pub type Key = (u32, u32);

/// What a node holds of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored<P = u64> {
    /// Grows by one, modulo 256, with every correction.
    pub version: u8,
    /// What the message says.
    pub payload: P,
}

impl<P: PartialOrd> Stored<P> {
    /// Returns whether this version replaces another one.
    pub fn is_newer(&self, other: &Self) -> bool {
        is_newer(self.version, other.version)
    }

    /// Returns whether a node that holds `other` takes this instead: it is newer, or of the same version
    /// with a larger payload.
    ///
    /// Two nodes may correct one message at the same time and with different payloads; whichever is
    /// wrong, both nodes then keep the same one, and it comes back to the origin.
    pub fn replaces(&self, other: &Self) -> bool {
        let is_same = self.version == other.version;
        self.is_newer(other) || (is_same && self.payload > other.payload)
    }
}

/// Returns whether version a comes after version b: by 1 to 127, modulo 256.
pub fn is_newer(a: u8, b: u8) -> bool {
    (1..128).contains(&a.wrapping_sub(b))
}

/// What a slot of a ring carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A message.
    Data(Key, Stored),
    /// Nothing but a sign of life of its injector.
    Heartbeat,
    /// All members up to here, and what hangs on them, are ready.
    Collect,
    /// All nodes are ready.
    Release,
}

/// A slot of a ring that is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Position of the member that injected it.
    pub injector: usize,
    /// What it carries.
    pub kind: Kind,
}

#[cfg(test)]
mod tests {
    use super::is_newer;

    #[test]
    fn versions_wrap() {
        assert!(is_newer(1, 0) && is_newer(127, 0) && is_newer(0, 255) && is_newer(5, 250));
        assert!(!is_newer(0, 0) && !is_newer(128, 0) && !is_newer(0, 1) && !is_newer(250, 5));
    }
}
