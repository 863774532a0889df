//! How a valid configuration follows from what was typed, and how it is written again.

use std::path::Path;

use crate::error::SpecError;
use crate::family::{FAMILY, Family, FamilySpec, Reader, Spec};
use crate::identifier;
use crate::option::{ConfigOption, Kind, NAME, PREFIX, Value, WIDTH};
use crate::raw::RawConfig;
use crate::style::Style;

/// Returns the one table of options, in the order of help.
pub fn table() -> Vec<&'static ConfigOption> {
    let mut table: Vec<&'static ConfigOption> = vec![&FAMILY];
    let of_families = Family::ALL.iter().flat_map(|family| family.options());
    for option in of_families.copied().chain(Style::OPTIONS).chain([&PREFIX, &NAME]) {
        if !table.contains(&option) {
            table.push(option);
        }
    }
    table
}

impl RawConfig {
    /// Returns what a file in a folder says: paths of other files are relative to this folder.
    ///
    /// # Examples
    /// ```
    /// use std::path::Path;
    /// use teecast_spec::RawConfig;
    ///
    /// let raw = RawConfig::from_toml("family = ['ring-tree']\ngraph = 'three.txt'")?;
    /// let read = raw.beside(Path::new("boards")).with_files(&|path, _| {
    ///     assert_eq!(path, "./boards/three.txt");
    ///     Ok(b"0 1\n1 2\n".to_vec())
    /// })?;
    /// assert!(read.validate().is_ok());
    /// # Ok::<(), teecast_spec::SpecError>(())
    /// ```
    pub fn beside(self, folder: &Path) -> Self {
        Family::ALL.iter().fold(self, |raw, family| family.beside(raw, folder))
    }

    /// Puts what is in files in the place of their paths; `read` gives the first bytes of a file, so
    /// many at most.
    ///
    /// Who knows files does this once, before [`RawConfig::validate`], which knows none.
    ///
    /// # Errors
    /// [`SpecError::Graph`]: `read` refuses the file, or no network is in it.
    ///
    /// # Examples
    /// ```
    /// use teecast_spec::RawConfig;
    ///
    /// let raw = RawConfig::from_toml("family = ['ring-tree']\ngraph = 'three.txt'")?;
    /// assert!(raw.validate().is_err());
    /// let read = raw.with_files(&|_, _| Ok(b"0 1\n1 2\n".to_vec()))?;
    /// assert_eq!(read.validate()?.name, "rings_three_w8");
    /// # Ok::<(), teecast_spec::SpecError>(())
    /// ```
    pub fn with_files(self, read: &Reader<'_>) -> Result<Self, SpecError> {
        self.families()?.into_iter().try_fold(self, |raw, family| family.with_files(raw, read))
    }

    /// Checks every bound and combination and fills in the defaults.
    ///
    /// # Errors
    /// Every [`SpecError`] that does not speak of a file.
    pub fn validate(&self) -> Result<Spec, SpecError> {
        let chosen = self.families()?;
        let prefix = self.text(&PREFIX).unwrap_or_default().to_string();
        identifier::check_prefix(&prefix)?;
        self.check_effect(&chosen)?;
        for idle in chosen.iter().flat_map(|family| family.idle(self)) {
            if self.has(idle.option) {
                let (why, instead) = (idle.why, idle.instead);
                return Err(SpecError::Idle { field: idle.option.name, why, instead });
            }
        }
        self.check_width(&chosen)?;
        let families = chosen.into_iter().map(|family| family.read(self));
        let families = families.collect::<Result<Vec<_>, _>>()?;
        let name = self.text(&NAME).map_or_else(|| self.folder(&families), str::to_string);
        identifier::check_folder(&name)?;
        Ok(Spec { name, prefix, style: Style::read(self), families })
    }

    /// Returns the default name of the folder.
    fn folder(&self, families: &[FamilySpec]) -> String {
        let part = |place: usize| families[place].folder(self, &families[..place]);
        (0..families.len()).filter_map(part).collect::<Vec<_>>().join("_")
    }

    /// Returns the chosen families in the order of the table.
    fn families(&self) -> Result<Vec<Family>, SpecError> {
        let Some(names) = self.list(&FAMILY) else { return Ok(Family::DEFAULT.to_vec()) };
        if names.is_empty() {
            return Err(SpecError::NoFamily { permitted: Family::NAMES });
        }
        for (place, family) in names.iter().copied().enumerate() {
            if names[..place].contains(&family) {
                return Err(SpecError::RepeatedFamily { family });
            }
        }
        Ok(Family::ALL.iter().copied().filter(|family| names.contains(&family.name())).collect())
    }

    /// Refuses an option that no chosen family has.
    fn check_effect(&self, chosen: &[Family]) -> Result<(), SpecError> {
        for option in table().into_iter().filter(|option| self.has(option)) {
            let mut families = Family::ALL.to_vec();
            families.retain(|family| family.options().contains(&option));
            if !families.is_empty() && !families.iter().any(|family| chosen.contains(family)) {
                let families = families.into_iter().map(Family::name).collect();
                let given = self.list(&FAMILY).unwrap_or_default().to_vec();
                return Err(SpecError::NoEffect { field: option.name, families, given });
            }
        }
        Ok(())
    }

    /// Checks the flit width against the family that needs the widest.
    fn check_width(&self, chosen: &[Family]) -> Result<(), SpecError> {
        let Kind::Whole { mut least, most } = WIDTH.kind else { return Ok(()) };
        let mut why = String::new();
        for family in chosen.iter().filter(|family| family.options().contains(&&WIDTH)) {
            let (needed, reason) = family.least_width(self)?;
            if needed > least || why.is_empty() {
                (least, why) = (needed, reason);
            }
        }
        self.bounded(&WIDTH, least..=most, &why).map(|_| ())
    }

    /// Takes away the options that the values of others leave no choice for.
    pub(crate) fn without_idle(mut self) -> Self {
        for family in self.families().unwrap_or_default() {
            for idle in family.idle(&self) {
                self.remove(idle.option);
            }
        }
        self
    }
}

impl Spec {
    /// Returns what the user should know about a valid configuration, a sentence each.
    pub fn warnings(&self) -> Vec<&'static str> {
        self.families.iter().filter_map(FamilySpec::warning).collect()
    }

    /// Returns what each family got, a line each, without the name of the family.
    pub fn sizes(&self) -> Vec<(Family, String)> {
        let given = self.shortest();
        let size = |spec: &FamilySpec| {
            (spec.family(), format!("{}, {} nodes", spec.size(&given), spec.nodes()))
        };
        self.families.iter().map(size).collect()
    }

    /// Returns the configuration with every default written out.
    ///
    /// An option that families have with different values is left out: its default differs, or one
    /// of them has none.
    pub fn complete(&self) -> RawConfig {
        let families = self.families.iter().map(|spec| spec.family().name()).collect::<Vec<_>>();
        let of_families = self.families.iter().flat_map(FamilySpec::settings);
        let general = [
            (&FAMILY, Value::from(families)),
            (&PREFIX, Value::from(self.prefix.clone())),
            (&NAME, Value::from(self.name.clone())),
        ];
        joined(general.into_iter().chain(self.style.settings()).chain(of_families))
    }

    /// Returns the shortest configuration that means this one.
    pub fn shortest(&self) -> RawConfig {
        let complete = self.complete();
        let mut least = complete.clone();
        for option in table() {
            if self.is_default(option, &complete) {
                least.remove(option);
            }
        }
        if self.name == least.folder(&self.families) {
            least.remove(&NAME);
        }
        least
    }

    /// Returns whether an option of the complete configuration has the value that it has when it is
    /// not given.
    fn is_default(&self, option: &'static ConfigOption, complete: &RawConfig) -> bool {
        let Some(value) = complete.get(option) else { return true };
        if option == &FAMILY {
            return self
                .families
                .iter()
                .map(FamilySpec::family)
                .eq(Family::DEFAULT.iter().copied());
        }
        if option == &PREFIX {
            return self.prefix.is_empty();
        }
        if Style::OPTIONS.contains(&option) {
            return Style::default().settings().contains(&(option, value.clone()));
        }
        if let Some(source) = source(option) {
            return complete.get(source) == Some(value);
        }
        // A size has no default; the name follows from the others.
        option.default.is_some()
            && option != &NAME
            && self
                .families
                .iter()
                .filter(|spec| spec.family().options().contains(&option))
                .all(|spec| spec.default_settings().contains(&(option, value.clone())))
    }

    /// Returns the shortest options that mean this configuration, as they are typed.
    pub fn command_options(&self) -> Vec<String> {
        let shortest = self.shortest();
        // Sizes first, then the families, then the rest.
        let mut table = table();
        table.sort_by_key(|option| (option.size.is_none(), **option != FAMILY));
        let typed = |option: &ConfigOption| shortest.get(option).map(|value| option.typed(value));
        table.into_iter().filter_map(typed).collect()
    }
}

/// Returns the option whose value is the default of another one.
fn source(option: &ConfigOption) -> Option<&'static ConfigOption> {
    table().into_iter().find(|source| option.default == Some(source.name))
}

/// Joins what families say, without the options for which they have different values, and without
/// those that the values of others leave no choice for.
pub(crate) fn joined(
    settings: impl IntoIterator<Item = (&'static ConfigOption, Value)>,
) -> RawConfig {
    let mut raw = RawConfig::default();
    let mut different: Vec<&'static ConfigOption> = Vec::new();
    for (option, value) in settings {
        if raw.set(option, value.clone()).is_some_and(|earlier| earlier != value) {
            different.push(option);
        }
    }
    for option in different {
        raw.remove(option);
    }
    // Where one option is the default of another one, either says both.
    for option in table() {
        if let (Some(source), Some(value)) = (source(option), raw.get(option).cloned())
            && !raw.has(source)
        {
            raw.set(source, value);
        }
    }
    raw.without_idle()
}

#[cfg(test)]
mod tests;
