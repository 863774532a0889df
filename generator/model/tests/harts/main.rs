//! Tests of the hexagonal mesh's golden model across modules.

mod broadcasts;
mod liars;
mod mesh;
mod network;
