#[path = "../benched/mod.rs"]
mod benched;
#[allow(dead_code)]
mod cases;
use std::time::Duration;
use teecast::cli::judge;
use teecast_cosim::mutants::Mutants;
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let case = cases::cases().into_iter().find(|c| c.name == a[0]).unwrap();
    let spec = case.device.spec();
    let written = benched::write(&spec).unwrap();
    let benches = case.device.benches();
    let top = benches[0].family.network();
    let m = Mutants::new(&written.design, &[top], &[a[1].as_str()], a[2].parse().unwrap()).unwrap();
    use rayon::prelude::*;
    let only: Option<usize> = a.get(3).map(|s| s.parse().unwrap());
    (1..=m.count()).into_par_iter().filter(|n| only.is_none_or(|o| o == *n)).for_each(|n| {
        let copy = m.copy(n).unwrap();
        if only.is_some() {
            std::fs::copy(&copy.file, "/tmp/copy.il").unwrap();
        }
        let v = judge(&spec, a[1].as_str(), &copy, Duration::from_secs(60));
        let w = match v {
            Ok(v) => format!("{v:?}").chars().take(40).collect::<String>(),
            Err(e) => format!("error {}", e).lines().last().unwrap_or("").to_string(),
        };
        println!("{n} {} {w}", m.place(n));
    });
}
