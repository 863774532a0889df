//! Tests of the hypercube's golden model across modules.

mod clocked;
mod cube;
mod deadlock;
mod fast;
mod frames;
mod optimum;
mod properties;
mod traffic;
mod votes;
mod worked_examples;
