//! Tests of the hexagonal mesh's golden model across modules.

mod broadcasts;
mod clocked;
mod deadlock;
mod hexmesh;
mod liars;
mod load;
mod network;
