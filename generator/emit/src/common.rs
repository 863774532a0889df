//! Emits the modules that several families instantiate: their folder in the output is `common`.
//!
//! Their sizes are Verilog parameters, so that one text serves all families of a configuration.

use askama::Template;

use super::bundle::RtlFile;
use super::header::Header;

/// Folder of the modules, below the output folder.
pub const FOLDER: &str = "common";

/// What the templates need.
struct Context<'a> {
    header: &'a Header,
    prefix: &'a str,
}

impl Context<'_> {
    fn banner(&self, role: &str) -> String {
        self.header.banner(role, "none, sizes are parameters")
    }
}

/// Declares one template type for each module, and the function that renders them in order.
macro_rules! modules {
    ($($kind:ident $path:literal;)*) => {
        $(
            #[derive(Template)]
            #[template(path = $path)]
            struct $kind<'a> { c: &'a Context<'a> }
        )*

        /// Emits the shared modules, leaf modules first.
        pub fn files(header: &Header) -> Vec<RtlFile> {
            let c = &Context { header, prefix: &header.prefix };
            let written = "templates write into a string";
            vec![$(RtlFile::module(c.prefix, $path, $kind { c }.render().expect(written))),*]
        }
    };
}

modules! {
    LowestSetBit "common/rtl/tee_lowest_set_bit.v";
    RoundRobinArbiter "common/rtl/tee_round_robin_arbiter.v";
}
