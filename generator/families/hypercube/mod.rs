//! The hypercube family: what its layers have to do with each other.
