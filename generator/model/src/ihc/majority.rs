//! The majority of the copies of one message.

use teecast_spec::Flit;
use teecast_spec::ihc::Majority;

/// What the good copies of a message say together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Data of the largest group of equal copies; of groups as large, that with the lowest cycle.
    pub data: Vec<Flit>,
    /// Copies in that group.
    pub agreeing: u32,
    /// Good copies.
    pub received: u32,
    /// The group is more than half of what counts.
    pub majority: bool,
}

/// Compares the copies of a message in full: length and all data flits; `None` if there is none.
///
/// **Shape**: by directed cycle, the data of the copy, if a good one came.
pub fn verdict(rule: Majority, copies: &[Option<Vec<Flit>>]) -> Option<Verdict> {
    let good: Vec<&Vec<Flit>> = copies.iter().flatten().collect();
    let equal = |copy: &Vec<Flit>, other: &Vec<Flit>| {
        let bits = |data: &Vec<Flit>| data.iter().map(|flit| flit.bits).collect::<Vec<_>>();
        bits(copy) == bits(other)
    };
    let agreeing = |copy: &Vec<Flit>| good.iter().filter(|other| equal(other, copy)).count();
    let largest = good.iter().map(|copy| agreeing(copy)).max()?;
    let data = good.iter().find(|copy| agreeing(copy) == largest).map(|copy| copy.to_vec())?;
    let all = match rule {
        Majority::Received => good.len(),
        Majority::All => copies.len(),
    };
    let [agreeing, received] = [largest, good.len()].map(|count| count as u32);
    Some(Verdict { data, agreeing, received, majority: 2 * largest > all })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns data, agreeing and received copies, and the verdict by both rules.
    fn verdicts(copies: &[&[u64]]) -> Option<(Vec<u64>, u32, u32, [bool; 2])> {
        let copies: Vec<Option<Vec<Flit>>> = copies
            .iter()
            .map(|copy| {
                let flits = copy.iter().map(|&value| Flit::new(value, false)).collect();
                (!copy.is_empty()).then_some(flits)
            })
            .collect();
        let [received, all] = Majority::ALL.map(|rule| verdict(rule, &copies));
        let (received, all) = (received?, all?);
        let data = received.data.iter().map(|flit| flit.bits[0]).collect();
        Some((data, received.agreeing, received.received, [received.majority, all.majority]))
    }

    #[test]
    fn all_data_flits_and_the_length_count() {
        let copies: [&[u64]; 4] = [&[1, 2], &[1, 3], &[1, 2, 0], &[1, 2]];
        assert_eq!(verdicts(&copies), Some((vec![1, 2], 2, 4, [false, false])));
        let copies: [&[u64]; 4] = [&[1, 3], &[1, 2], &[1, 2], &[1, 2]];
        assert_eq!(verdicts(&copies), Some((vec![1, 2], 3, 4, [true, true])));
    }

    #[test]
    fn the_lowest_cycle_breaks_a_tie() {
        assert_eq!(verdicts(&[&[], &[9], &[8], &[9]]), Some((vec![9], 2, 3, [true, false])));
        assert_eq!(verdicts(&[&[7], &[9], &[9], &[7]]), Some((vec![7], 2, 4, [false, false])));
    }

    #[test]
    fn a_silent_source_can_be_impersonated_if_received_copies_count() {
        assert_eq!(verdicts(&[&[5], &[], &[5], &[]]), Some((vec![5], 2, 2, [true, false])));
        assert_eq!(verdicts(&[&[], &[]]), None);
    }
}
