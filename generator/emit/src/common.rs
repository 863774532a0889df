//! Emits the modules that several families instantiate: their folder in the output is `common`.
//!
//! Their sizes are Verilog parameters, so that one text serves all families of a configuration. What is
//! to be proved of them has sizes as the family that asks.

use askama::Template;
use teecast_spec::RamStyle;

use super::bundle::RtlFile;
use super::header::Header;
use super::proof::{Method, Property};

/// Folder of the modules, below the output folder.
pub const FOLDER: &str = "common";

/// What the templates need.
struct Context<'a> {
    header: &'a Header,
    prefix: &'a str,
}

impl<'a> Context<'a> {
    fn new(header: &'a Header) -> Self {
        Self { header, prefix: &header.prefix }
    }

    fn banner(&self, role: &str) -> String {
        self.header.banner(role, "none, sizes are parameters")
    }

    /// Says whether the configuration chooses the cells of memories.
    fn chooses_cells(&self) -> bool {
        self.header.style.ram_style != RamStyle::Auto
    }

    /// Returns the cells that a memory asks for, as an expression.
    fn ram_style(&self) -> &'static str {
        match self.header.style.ram_style {
            RamStyle::Auto => r#"BLOCK ? "block" : "auto""#,
            RamStyle::Distributed => r#""distributed""#,
            // No block shows a word at once.
            RamStyle::Block => r#"REGISTERED ? "block" : "auto""#,
        }
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

        /// Renders the shared modules, leaf modules first.
        fn render(header: &Header) -> Vec<RtlFile> {
            let c = &Context::new(header);
            let written = "templates write into a string";
            vec![$(RtlFile::module(c.header, $path, $kind { c }.render().expect(written))),*]
        }
    };
}

modules! {
    LowestSetBit "common/rtl/tee_lowest_set_bit.v";
    RoundRobinArbiter "common/rtl/tee_round_robin_arbiter.v";
    Memory "common/rtl/tee_memory.v";
    Queue "common/rtl/tee_queue.v";
    EventQueue "common/rtl/tee_event_queue.v";
    EventCollector "common/rtl/tee_event_collector.v";
}

/// Returns the modules of a family, and before them the shared ones that they instantiate.
pub fn with_shared(header: &Header, modules: Vec<RtlFile>) -> Vec<RtlFile> {
    let mut files = modules;
    // Users come after what they instantiate.
    for shared in render(header).into_iter().rev() {
        let name = shared.path.trim_start_matches("common/").trim_end_matches(".v");
        let instance = format!("  {name} #(");
        if files.iter().any(|file| file.text.contains(&instance)) {
            files.insert(0, shared);
        }
    }
    files
}

/// What is to be proved of the shared modules, with the sizes that a family has.
///
/// Instances give only parameters that differ from their defaults, here as in the hardware: Yosys names a module after
/// what its instance gives, and a broken copy is judged by the property that instantiates this name.
pub struct Cells<'a> {
    context: Context<'a>,
    family: &'static str,
}

/// Sizes of a `tee_memory`.
pub struct MemorySizes {
    /// Bits of a word.
    pub width: u32,
    /// Words.
    pub depth: u32,
    /// Bits of an address.
    pub address: u32,
    /// The read port has a register.
    pub registered: bool,
    /// It asks for block memory, and so has a register.
    pub block: bool,
}

/// What the instances of a queue have.
#[derive(Clone, Copy)]
pub struct QueueSizes {
    /// Bits of a word.
    pub width: u32,
    /// Bits of a place.
    pub address: u32,
    /// The read port of its memory has a register.
    pub registered: bool,
    /// Words are written before it is known whether they are pushed.
    pub early: bool,
}

#[derive(Template)]
#[template(path = "common/proof/tee_memory.v")]
struct MemoryProof<'a> {
    c: &'a Context<'a>,
    width: u32,
    depth: u32,
    address: u32,
    registered: bool,
    block: bool,
}

#[derive(Template)]
#[template(path = "common/proof/tee_queue.v")]
struct QueueProof<'a> {
    c: &'a Context<'a>,
    sizes: &'a QueueSizes,
}

#[derive(Template)]
#[template(path = "common/proof/tee_event_queue.v")]
struct EventQueueProof<'a> {
    c: &'a Context<'a>,
    width: u32,
    address: u32,
    lost: &'a str,
}

#[derive(Template)]
#[template(path = "common/proof/tee_event_collector.v")]
struct EventCollectorProof<'a> {
    c: &'a Context<'a>,
    sources: u32,
    width: u32,
    polls: bool,
}

impl<'a> Cells<'a> {
    /// Prepares the properties for a family, whose folder is `family`.
    pub fn new(family: &'static str, header: &'a Header) -> Self {
        Self { context: Context::new(header), family }
    }

    /// Returns the property of a memory.
    pub fn memory(&self, sizes: &MemorySizes) -> Property {
        let &MemorySizes { width, depth, address, registered, block } = sizes;
        let text = MemoryProof { c: &self.context, width, depth, address, registered, block };
        let claim = ("tee_memory", "gives back what was written", Method::Invariant);
        self.property(claim, text.render())
    }

    /// Returns the property of a queue.
    pub fn queue(&self, sizes: &QueueSizes) -> Property {
        let text = QueueProof { c: &self.context, sizes };
        let claim = ("tee_queue", "keeps all words and their order", Method::Induction);
        self.property(claim, text.render())
    }

    /// Returns the property of a queue of `1 << address` events; `lost` says that some are.
    pub fn event_queue(&self, width: u32, address: u32, lost: &str) -> Property {
        let text = EventQueueProof { c: &self.context, width, address, lost };
        let summary = "reports the events in their order, or that some are lost";
        self.property(("tee_event_queue", summary, Method::Invariant), text.render())
    }

    /// Returns the property of a collector of events, which asks each source in turn or takes those that
    /// wait.
    pub fn event_collector(&self, sources: u32, width: u32, polls: bool) -> Property {
        let text = EventCollectorProof { c: &self.context, sources, width, polls };
        let text = text.render();
        if polls {
            let summary = "asks one source after the other and brings out its event";
            let claim = ("tee_event_collector", summary, Method::Invariant);
            return self.property(claim, text);
        }
        let summary = "brings out the waiting events, round robin";
        self.property(("tee_event_collector", summary, Method::Induction), text)
    }

    fn property(
        &self,
        (module, summary, method): (&str, &'static str, Method),
        text: askama::Result<String>,
    ) -> Property {
        let path = format!("{FOLDER}/proof/{module}.v");
        let module = (self.context.prefix, module);
        Property::new(self.family, module, (summary, method), &path, text)
    }
}
