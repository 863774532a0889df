//! Finds the tools, builds simulations with a cache, plays vectors and compares with the model.
