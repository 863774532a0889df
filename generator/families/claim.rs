//! Claims about networks that the golden model decides, as it is and under a spoiled rule.

use std::fmt::Display;

/// A claim about a network, as it is and spoiled.
pub struct Claim {
    /// Folder of the family.
    pub family: &'static str,
    /// Module of the network.
    pub module: String,
    /// What holds, in one phrase.
    pub property: &'static str,
    /// What was changed for the control.
    pub fault: &'static str,
    /// Returns what contradicts the claim, or the claim under the rule of the control.
    pub holds: Box<dyn Fn(bool) -> Option<String> + Sync>,
}

impl Claim {
    /// Returns what contradicts the claim; with `spoiled`, under the rule of the control.
    pub fn contradiction(&self, spoiled: bool) -> Option<String> {
        (self.holds)(spoiled)
    }
}

/// Puts a wait into words.
pub fn described<R: Display>((held, wanted): (R, R)) -> String {
    format!("{held} waits for {wanted}")
}
