//! What the theorems of `theory/`, which hold for all sizes, assume of the emitted hardware, and what says that it is so.
//!
//! One table a family; the data sheet, `teecast prove` and `docs/theorems.md` take it from here.

/// Says who makes sure that a hypothesis holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discharge {
    /// Properties of these modules, their names without prefix; a configuration may lack some of them.
    Properties(&'static [&'static str]),
    /// A test, named by its file in the repository: sizes are tried, not proved.
    Test(&'static str),
    /// Nothing: it is left to the surroundings of the design, or a gap.
    Assumption,
}

/// What theorems assume of the hardware.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hypothesis {
    /// What has to hold, in one phrase.
    pub what: &'static str,
    /// Formal names of the theorems that assume it.
    pub theorems: &'static [&'static str],
    /// Who makes sure.
    pub by: Discharge,
}

impl Hypothesis {
    /// Returns the theorems among those of a configuration that assume it.
    pub fn of(&self, theorems: &[&'static str]) -> Vec<&'static str> {
        self.theorems.iter().copied().filter(|name| theorems.contains(name)).collect()
    }

    /// Returns the modules whose properties discharge it.
    pub fn modules(&self) -> &'static [&'static str] {
        match self.by {
            Discharge::Properties(modules) => modules,
            Discharge::Test(_) | Discharge::Assumption => &[],
        }
    }
}
