//! The hypercube family ([Lan88]).
