//! What an audit finds wrong in what the emitter and the model share.

/// A mistake of the shared code, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Flaw(pub String);

/// Returns a flaw unless something holds.
///
/// # Errors
/// [`Flaw`] with the sentence that `what` makes.
pub fn hold<T: Into<String>>(holds: bool, what: impl FnOnce() -> T) -> Result<(), Flaw> {
    if holds { Ok(()) } else { Err(Flaw(what().into())) }
}
