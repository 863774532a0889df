//! The claims about deadlock in networks: their names, and what the golden model says about them.

use std::fmt::Display;

use teecast_model::harts::ranking as mesh_ranking;
use teecast_model::hypercube::ranking as cube_ranking;
use teecast_spec::Spec;

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
    holds: Box<dyn Fn(bool) -> Option<String> + Sync>,
}

impl Claim {
    /// Returns what contradicts the claim; with `spoiled`, under the rule of the control.
    pub fn contradiction(&self, spoiled: bool) -> Option<String> {
        (self.holds)(spoiled)
    }
}

/// Returns the claims about the networks of a configuration.
pub fn claims(spec: &Spec) -> Vec<Claim> {
    let mut claims = Vec::new();
    for cube in spec.hypercube().into_iter().filter(|cube| !cube.lan) {
        let module = format!("{}hypercube_network", spec.prefix);
        let loses_nothing = cube_ranking::can_follow_every_way(cube);
        let (cube, lossless) = (cube.clone(), cube.clone());
        claims.push(Claim {
            family: "hypercube",
            module: module.clone(),
            property: "(class, phase, height) rises along every wait",
            fault: "the papers' rule: one class",
            holds: Box::new(move |spoiled| {
                cube_ranking::wait_that_does_not_rise(&cube, spoiled).map(described)
            }),
        });
        if loses_nothing {
            claims.push(Claim {
                family: "hypercube",
                module,
                property: "no message needs a class too many while the fault model holds",
                fault: "votes restricted one class later; Q_6, 42 to 21, node 5 faulty",
                holds: Box::new(move |spoiled| {
                    let lost = cube_ranking::lost_message(&lossless, spoiled);
                    lost.map(|stuck| stuck.to_string())
                }),
            });
        }
    }
    for mesh in spec.harts().into_iter().filter(|mesh| mesh.n <= mesh_ranking::LARGEST) {
        let n = mesh.n;
        claims.push(Claim {
            family: "harts",
            module: format!("{}hexmesh_network", spec.prefix),
            property: "the class rises along every wait, liars' packets included",
            fault: "one class for all packets",
            holds: Box::new(move |spoiled| {
                mesh_ranking::wait_that_does_not_rise(n, spoiled).map(described)
            }),
        });
    }
    claims
}

/// Puts a wait into words.
fn described<R: Display>((held, wanted): (R, R)) -> String {
    format!("{held} waits for {wanted}")
}
