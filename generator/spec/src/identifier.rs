//! What may be the name of a module or of a folder.

use crate::error::SpecError;

/// The reserved words of IEEE Std 1364-2005, annex B.
const RESERVED: &str = "always and assign automatic begin buf bufif0 bufif1 case casex casez cell \
     cmos config deassign default defparam design disable edge else end endcase endconfig \
     endfunction endgenerate endmodule endprimitive endspecify endtable endtask event for force \
     forever fork function generate genvar highz0 highz1 if ifnone incdir include initial inout \
     input instance integer join large liblist library localparam macromodule medium module nand \
     negedge nmos nor noshowcancelled not notif0 notif1 or output parameter pmos posedge primitive \
     pull0 pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent rcmos real realtime reg \
     release repeat rnmos rpmos rtran rtranif0 rtranif1 scalared showcancelled signed small \
     specify specparam strong0 strong1 supply0 supply1 table task time tran tranif0 tranif1 tri \
     tri0 tri1 triand trior trireg unsigned use uwire vectored wait wand weak0 weak1 while wire \
     wor xnor xor";

/// Checks the prefix of module and file names; an empty one is none.
///
/// `$` is a character of Verilog identifiers, but tools expand it in file lists.
pub(crate) fn check_prefix(prefix: &str) -> Result<(), SpecError> {
    let value = prefix.to_string();
    let plain = prefix.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !plain || prefix.starts_with(|c: char| c.is_ascii_digit()) || prefix.len() > 64 {
        return Err(SpecError::Prefix { value });
    }
    if RESERVED.split_whitespace().any(|word| word == prefix) {
        return Err(SpecError::ReservedPrefix { value });
    }
    Ok(())
}

/// Checks the name of an output folder.
pub(crate) fn check_folder(name: &str) -> Result<(), SpecError> {
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c));
    if !plain || name.is_empty() || name.starts_with(['-', '.']) || name.len() > 64 {
        return Err(SpecError::Name { value: name.to_string() });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_are_identifiers() {
        for good in ["", "a", "_", "left_", "Left2", "modul", "module_"] {
            assert_eq!(check_prefix(good), Ok(()), "{good}");
        }
        for bad in ["1a", "a-b", "a b", "a$", "ä", "module", "uwire", &"x".repeat(65)] {
            assert!(check_prefix(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn folder_names_stay_below_the_output_folder() {
        for good in ["n6_m8", "my-design.2"] {
            assert_eq!(check_folder(good), Ok(()), "{good}");
        }
        for bad in ["", ".", "..", "a/b", "a\\b", "-x", ".x", "a b", &"x".repeat(65)] {
            assert!(check_folder(bad).is_err(), "{bad}");
        }
    }
}
