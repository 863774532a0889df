//! What is to be proved of the mesh's modules.

use teecast_spec::HartsSpec;

use crate::emit::header::Header;
use crate::emit::proof::Statement;

/// Returns the statements about the modules of a configuration.
pub fn statements(_spec: &HartsSpec, _header: &Header) -> Vec<Statement> {
    Vec::new()
}
