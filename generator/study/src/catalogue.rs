//! All studies by name, with their experiments.

use crate::experiment::Experiment;
use crate::outcome::Outcome;
use crate::studies::{
    all_gather, all_to_all, clocked_rounds, deadlocks, examples, faults, formulas, hexagon_load,
    hexagons, mhu_load, network, ours, propositions, region_load, sets,
};
use crate::tally::Context;
use crate::verdict::{Verdict, judge, markdown, table};

/// One table or figure.
pub struct Study {
    /// Name, as on the command line and of its file in `experiments/`.
    pub id: &'static str,
    /// The text of its experiment.
    pub text: &'static str,
    /// Points that take `runs` samples each.
    pub points: u64,
    /// Whether it simulates networks; these are the group `network`.
    pub network: bool,
    run: fn(&Context) -> Outcome,
}

macro_rules! study {
    ($folder:literal / $id:literal, $points:expr, $run:path) => {
        study!($folder / $id, $points, $run, false)
    };
    (network $folder:literal / $id:literal, $points:expr, $run:path) => {
        study!($folder / $id, $points, $run, true)
    };
    ($folder:literal / $id:literal, $points:expr, $run:path, $network:literal) => {
        Study {
            id: $id,
            text: include_str!(concat!("../experiments/", $folder, "/", $id, ".toml")),
            points: $points,
            network: $network,
            run: $run,
        }
    };
}

/// All studies, in the order of the report.
pub const STUDIES: [Study; 49] = [
    study!("lan88" / "lan88-fig5.2", 0, examples::figure_5_2),
    study!("lan88" / "lan88-table5.1", 0, examples::table_5_1),
    study!("lan88" / "lan88-table5.2", 0, examples::table_5_2),
    study!("lan88" / "lan88-table5.3", 0, examples::table_5_3),
    study!("lan88" / "lan88-table5.4", 0, examples::table_5_4),
    study!("lan88" / "lan88-fig5.3", 63, sets::figure_5_3),
    study!("lan88" / "lan88-fig5.4", sets::POINTS, sets::figure_5_4),
    study!("lan88" / "lan88-fig5.5", sets::POINTS, sets::figure_5_5),
    study!("lan88" / "lan88-fig5.6", sets::POINTS, sets::figure_5_6),
    study!("lan88" / "lan88-fig5.7", sets::POINTS, sets::figure_5_7),
    study!("lan88" / "lan88-fig7.2", faults::POINTS, faults::figure_7_2),
    study!("lan88" / "lan88-table7.1", 0, examples::table_7_1),
    study!("lan88" / "lan88-fig7.4", 0, examples::figure_7_4),
    study!("lan88" / "lan88-fig7.6", 0, examples::figure_7_6),
    study!("lan88" / "lan88-fig7.8", 0, examples::figure_7_8),
    study!("lan88" / "lan88-hamming", 0, faults::hamming),
    study!("ks91" / "ks91-table1", 0, hexagons::table_1),
    study!("ks91" / "ks91-table2", 0, hexagons::table_2),
    study!("ks91" / "ks91-disjoint", 0, hexagons::disjoint),
    study!(network "ks91" / "ks91-fig10", hexagon_load::POINTS_10, hexagon_load::figure_10),
    study!(network "ks91" / "ks91-fig11", hexagon_load::POINTS_11, hexagon_load::figure_11),
    study!(network "ks91" / "ks91-fig12", hexagon_load::POINTS_12, hexagon_load::figure_12),
    study!(network "ks91" / "ks91-fig13", hexagon_load::POINTS_13, hexagon_load::figure_13),
    study!(network "ks91" / "ks91-fig14", hexagon_load::POINTS_13, hexagon_load::figure_14),
    study!(network "had" / "had-deadlocks", 0, deadlocks::figures),
    study!(network "had" / "had-fig5", region_load::POINTS[0], region_load::figure_5),
    study!(network "had" / "had-fig6", region_load::POINTS[1], region_load::figure_6),
    study!(network "had" / "had-fig7", region_load::POINTS[2], region_load::figure_7),
    study!(network "had" / "had-fig8", region_load::POINTS[3], region_load::figure_8),
    study!(network "had" / "had-fig9", region_load::POINTS[4], region_load::figure_9),
    study!(network "had" / "had-fig10", region_load::POINTS[5], region_load::figure_10),
    study!("ls94" / "ls94-table1", 0, formulas::table_1),
    study!("ls94" / "ls94-table2", 0, formulas::table_2),
    study!("ls94" / "ls94-table3", 0, formulas::table_3),
    study!("ls94" / "ls94-table4", 0, formulas::table_4),
    study!("ls94" / "ls94-numbers", 0, formulas::numbers),
    study!("ls94" / "ls94-executed", 0, all_to_all::executed),
    study!("sun98" / "sun98-propositions", 0, propositions::executed),
    study!("ours" / "study-votes", ours::VOTE_POINTS, ours::votes),
    study!("ours" / "study-crossover", 10 * ours::CURVE_POINTS, ours::crossover),
    study!("ours" / "study-area", 3 * ours::CURVE_POINTS, ours::area),
    study!("ours" / "study-faults", ours::FAULT_POINTS, ours::faults),
    study!("ours" / "study-all-to-all", all_to_all::POINTS, all_to_all::survivors),
    study!("ours" / "study-rounds", 0, clocked_rounds::rates),
    study!("ours" / "study-rivals", 0, clocked_rounds::rivals),
    study!("ours" / "study-all-gather", all_gather::POINTS, all_gather::measured),
    study!(network "ours" / "study-background", clocked_rounds::POINTS, clocked_rounds::background),
    study!(network "ours" / "network-validation", network::POINTS, network::validation),
    study!(network "ours" / "network-mhu", mhu_load::POINTS, mhu_load::load),
];

/// What a study found, judged.
pub struct Finding {
    /// The text of the experiment.
    pub experiment: Experiment,
    /// Tables, pictures and numbers.
    pub outcome: Outcome,
    /// Measured numbers beside those to meet.
    pub verdicts: Vec<Verdict>,
}

impl Finding {
    /// Returns whether every number is where it is expected.
    pub fn passed(&self) -> bool {
        self.verdicts.iter().all(|verdict| verdict.is_inside())
    }

    /// Returns the files of the finding: name and text.
    pub fn files(&self) -> Vec<(String, String)> {
        let mut files = vec![("numbers.md".to_string(), markdown(&self.verdicts))];
        let numbers = table(&self.verdicts);
        let tables = self.outcome.tables.iter().chain([&numbers]);
        files.extend(tables.map(|table| (format!("{}.csv", table.name), table.csv())));
        let pictures = self.outcome.pictures.iter();
        files
            .extend(pictures.map(|picture| (format!("{}.svg", picture.name), picture.svg.clone())));
        files
    }
}

impl Study {
    /// Returns the study of a name, all whose names begin with it and a dash, or for `network` all
    /// that simulate networks.
    pub fn named(what: &str) -> Vec<&'static Study> {
        let in_group = |id: &str| id.strip_prefix(what).is_some_and(|rest| rest.starts_with('-'));
        let is_meant = |study: &&Study| match what {
            "network" => study.network,
            _ => study.id == what || in_group(study.id),
        };
        STUDIES.iter().filter(is_meant).collect()
    }

    /// Returns what the experiment says.
    pub fn experiment(&self) -> Experiment {
        Experiment::read(self.text).expect("a test reads every experiment")
    }

    /// Runs the study with `runs` samples at each point.
    pub fn run(&self, runs: u64, seed: u64, tick: &(dyn Fn(u64) + Sync)) -> Finding {
        let outcome = (self.run)(&Context { runs, seed, study: number_of(self.id), tick });
        let experiment = self.experiment();
        let verdicts = judge(&experiment, &outcome.measured);
        Finding { experiment, outcome, verdicts }
    }
}

/// Returns the name as a number (FNV-1a, 64 bits).
fn number_of(id: &str) -> u64 {
    id.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Kind;
    use std::collections::BTreeSet;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn every_experiment_is_read_and_names_its_command() {
        for study in &STUDIES {
            let experiment = Experiment::read(study.text);
            let experiment = experiment.unwrap_or_else(|cause| panic!("{}: {cause}", study.id));
            let command = format!("cargo run --release -- repro {}", study.id);
            assert_eq!(experiment.command, command);
            let names: BTreeSet<&str> =
                experiment.numbers.iter().map(|n| n.name.as_str()).collect();
            assert_eq!(names.len(), experiment.numbers.len(), "{}", study.id);
            let is_sampled = study.points > 0;
            assert!(
                !is_sampled || !experiment.sampling.is_empty(),
                "{}: what is a sample?",
                study.id
            );
        }
    }

    /// Runs a study and returns its files; it takes as many samples as it says.
    fn files(study: &Study, runs: u64, seed: u64) -> Vec<(String, String)> {
        let ticks = AtomicU64::new(0);
        let tick = |runs| {
            ticks.fetch_add(runs, Ordering::Relaxed);
        };
        let files = study.run(runs, seed, &tick).files();
        assert_eq!(ticks.into_inner(), study.points * runs, "{}", study.id);
        assert!(files.len() > 2, "{} has no table and no picture", study.id);
        files
    }

    fn is_exact(study: &&Study) -> bool {
        study.experiment().sampling.is_empty()
    }

    /// Whether the numbers are met with more samples, the tests of the program say (`repro all`).
    #[test]
    fn studies_take_the_samples_that_they_promise() {
        for study in STUDIES.iter().filter(|study| !is_exact(study)) {
            files(study, 1, 1);
        }
    }

    #[test]
    fn studies_without_samples_do_not_depend_on_them() {
        for study in STUDIES.iter().filter(is_exact) {
            assert_eq!(files(study, 1, 1), files(study, 2, 9), "{} is random", study.id);
        }
    }

    #[test]
    fn only_what_a_paper_prints_is_called_so() {
        for study in &STUDIES {
            let experiment = study.experiment();
            let from_paper = experiment.numbers.iter().any(|number| number.kind == Kind::Paper);
            assert!(!from_paper || experiment.paper != "ours", "{}", study.id);
        }
    }

    #[test]
    fn names_are_told_apart() {
        let numbers: BTreeSet<u64> = STUDIES.iter().map(|study| number_of(study.id)).collect();
        assert_eq!(numbers.len(), STUDIES.len());
        let found = |what| Study::named(what).len();
        assert_eq!(["lan88-fig5.4", "fig5.4", "lan", "ls94"].map(found), [1, 0, 0, 6]);
        let networks = Study::named("network");
        let ids = ["network-validation", "ks91-fig10"];
        assert!(ids.iter().all(|id| networks.iter().any(|study| study.id == *id)));
    }
}
