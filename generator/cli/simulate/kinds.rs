//! The kinds of networks: the one list from which subcommands and part files come.

use serde::{Deserialize, Serialize};

use super::network::{Options, Simulated};
use super::{harts, hypercube, plain, region};
use crate::terminal::error::Error;

/// Declares the kinds: a name, and the file with its `Args` and its `Setup`.
macro_rules! kinds {
    ($($name:ident: $file:ident),+ $(,)?) => {
        /// A kind of network with its options.
        #[derive(clap::Subcommand)]
        pub enum Kind {
            $($name($file::Args)),+
        }

        /// What is simulated; part files say of which kind it is.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "kind", rename_all = "kebab-case")]
        pub enum Setup {
            $(
                #[doc = concat!("Of the kind `", stringify!($file), "`.")]
                $name($file::Setup)
            ),+
        }

        impl Kind {
            /// Returns the options.
            pub fn options(&self) -> &dyn Options {
                match self {
                    $(Kind::$name(args) => args),+
                }
            }

            /// Returns what the options ask to simulate.
            ///
            /// # Errors
            /// Bad input: an option without effect.
            pub fn setup(&self) -> Result<Setup, Error> {
                match self {
                    $(Kind::$name(args) => args.setup().map(Setup::$name)),+
                }
            }
        }

        impl Setup {
            /// Returns the network.
            pub fn network(&self) -> &dyn Simulated {
                match self {
                    $(Setup::$name(setup) => setup),+
                }
            }
        }
    };
}

kinds! {
    Plain: plain,
    Hypercube: hypercube,
    Harts: harts,
    Region: region,
}
