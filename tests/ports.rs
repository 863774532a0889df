//! What is typed about ports fits the emitted modules of all families.

use std::collections::{BTreeMap, BTreeSet};

use teecast::emit::bundle::Top;
use teecast::emit::ports::{EVERY, Meaning, Role};
use teecast::emit::{design, emitter};

use crate::samples;

/// What is typed of a family, and the modules for direct use of its samples, without prefix.
struct Typed {
    roles: &'static [Role],
    meanings: &'static [Meaning],
    tops: Vec<Top>,
}

/// Returns what there is of each family.
fn typed() -> BTreeMap<&'static str, Typed> {
    let mut families = BTreeMap::new();
    for spec in samples::all() {
        for (family, bundle) in spec.families.iter().zip(design::bundles(&spec)) {
            let emitter = emitter::of(family);
            let (roles, meanings) = (emitter.roles(), emitter.meanings());
            let typed =
                families.entry(bundle.family).or_insert(Typed { roles, meanings, tops: vec![] });
            for top in bundle.tops {
                let module = top.module.strip_prefix(&spec.prefix).expect("names have it");
                typed.tops.push(Top { module: module.to_string(), ..top });
            }
        }
    }
    families
}

#[test]
fn each_port_has_a_meaning_and_no_meaning_is_left_over() {
    for (family, Typed { meanings, tops, .. }) in typed() {
        let mut used = BTreeSet::new();
        for top in tops {
            for port in &top.ports {
                assert!(!port.meaning.is_empty(), "{}: {}", top.module, port.name);
                let is_own = |(name, of, _): &&Meaning| *name == port.name && *of == top.module;
                let is_shared = |(name, of, _): &&Meaning| *name == port.name && *of == EVERY;
                let row = meanings.iter().find(is_own);
                used.extend(row.or_else(|| meanings.iter().find(is_shared)));
            }
        }
        let rows: BTreeSet<&Meaning> = meanings.iter().collect();
        assert_eq!(rows.len(), meanings.len(), "{family}: a row stands twice");
        let left: Vec<_> = rows.difference(&used).collect();
        assert!(left.is_empty(), "{family}: no port has the meaning {left:?}");
    }
}

#[test]
fn each_role_is_one_of_a_module() {
    for (family, Typed { roles, tops, .. }) in typed() {
        for (module, role) in roles {
            let it = tops.iter().find(|top| top.module == *module);
            assert_eq!(it.map(|top| top.role.as_str()), Some(*role), "{family}: {module}");
        }
    }
}
