//! What was typed (`RawConfig`) and what is valid (`Spec`).
