//! The commands: the only place that prints, reads the environment or asks the clock.
