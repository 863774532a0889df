//! The head of every emitted file: role, origin, configuration, licence.

use teecast_spec::{Style, text};

/// Says where an emission comes from; the same for all files of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Command that makes the files again, quoted for a shell.
    pub command: String,
    /// Hash of the configuration, for telling two designs apart.
    pub config_hash: String,
    /// Prefix of every module and file name, possibly empty.
    pub prefix: String,
    /// How the hardware is written.
    pub style: Style,
}

impl Header {
    /// Returns the comment lines that open a file, without the last line end.
    pub fn banner(&self, role: &str, configuration: &str) -> String {
        format!(
            "// {role}\n//\n// GENERATED, do not edit. Made again by:\n//   {}\n// Configuration \
             (hash {}):\n//   {configuration}\n// SPDX-License-Identifier: MIT OR Apache-2.0\n//",
            self.continued_command(),
            self.config_hash
        )
    }

    /// Returns the command in lines that fit the page; each but the last ends with a backslash.
    fn continued_command(&self) -> String {
        const PAGE: usize = 90;
        let words = shlex::split(&self.command).expect("a command is quoted for a shell");
        let mut parts: Vec<String> = Vec::new();
        for word in &words {
            match parts.last_mut() {
                Some(last) if !word.starts_with("--") => {
                    *last += &format!(" {}", text::shell(word))
                }
                Some(_) => parts.push(format!(" {}", text::shell(word))),
                None => parts.push(text::shell(word).into_owned()),
            }
        }
        let mut lines = String::new();
        let mut column = 0;
        for part in parts {
            if column + part.len() > PAGE {
                lines += " \\\n//    ";
                column = 0;
            }
            column += part.len();
            lines += &part;
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_commands_continue_on_the_next_line() {
        let header = Header {
            command: format!("teecast gen --n 6 --prefix {} --lan", "x".repeat(64)),
            config_hash: "0".to_string(),
            prefix: String::new(),
            style: Style::default(),
        };
        let prefix = "x".repeat(64);
        let expected = format!("//   teecast gen --n 6 \\\n//     --prefix {prefix} --lan\n");
        let banner = header.banner("Role.", "n=6");
        assert!(banner.contains(&expected), "{banner}");
    }
}
