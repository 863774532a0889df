//! The head of every emitted file: role, origin, configuration, licence.

/// Says where an emission comes from; the same for all files of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Command that makes the files again.
    pub command: String,
    /// Hash of the configuration, for telling two designs apart.
    pub config_hash: String,
    /// Prefix of every module and file name, possibly empty.
    pub prefix: String,
}

impl Header {
    /// Returns the comment lines that open a file, without the last line end.
    pub fn banner(&self, role: &str, configuration: &str) -> String {
        format!(
            "// {role}\n//\n// GENERATED, do not edit. Made again by:\n//   {}\n// Configuration: \
             {configuration} (hash {})\n// SPDX-License-Identifier: MIT OR Apache-2.0\n//",
            self.command, self.config_hash
        )
    }
}
