//! Small configurations of all families, as the registry has them: tests of all families ask here.

use teecast::families;
use teecast::spec::{FAMILY, Family, FamilySpec, RawConfig, Spec};

/// Reads a sample.
fn raw(family: Family, sample: &str) -> RawConfig {
    let raw = RawConfig::from_toml(sample).unwrap_or_else(|error| panic!("{sample}: {error}"));
    raw.with(&FAMILY, vec![family.name()])
}

fn valid(raw: &RawConfig) -> Spec {
    raw.validate().unwrap_or_else(|error| panic!("{raw:?}: {error}"))
}

/// Returns the samples of a family as they are typed.
pub fn typed(family: Family) -> Vec<RawConfig> {
    let (_, samples) = families::samples().find(|(of, _)| *of == family).expect("it is registered");
    samples.iter().map(|sample| raw(family, sample)).collect()
}

/// Returns the samples of a family.
pub fn of(family: Family) -> Vec<Spec> {
    typed(family).iter().map(valid).collect()
}

/// Returns all samples of all families.
pub fn all() -> Vec<Spec> {
    Family::ALL.iter().flat_map(|family| of(*family)).collect()
}

/// Returns the first sample of each family, for tests that take long.
pub fn smallest() -> Vec<Spec> {
    families::samples().map(|(family, samples)| valid(&raw(family, samples[0]))).collect()
}

/// Returns one design with the first sample of each family.
pub fn together(prefix: &str) -> Spec {
    let first = families::samples().map(|(family, samples)| raw(family, samples[0]));
    let raw = first.fold(RawConfig::default().with(&FAMILY, Family::NAMES.to_vec()), RawConfig::or);
    Spec { name: format!("{prefix}design"), prefix: prefix.to_string(), ..valid(&raw) }
}

#[test]
fn every_family_is_registered_with_samples() {
    let registered: Vec<Family> = families::samples().map(|(family, _)| family).collect();
    assert_eq!(registered, Family::ALL);
    for (family, samples) in families::samples() {
        assert!(!samples.is_empty(), "{} has no samples", family.name());
    }
}

#[test]
fn the_first_samples_of_all_families_fit_into_one_file() {
    let alone: Vec<FamilySpec> = smallest().into_iter().flat_map(|spec| spec.families).collect();
    assert_eq!(together("").families, alone);
}
