//! Modules between a stream of a user and the flits of a processor: they write and read headers, and the flits in
//! which TID, TUSER and TKEEP of the user travel.

use std::borrow::Borrow;

use askama::Template;
use teecast_spec::stream::{Envelope, Headers};

use crate::bundle::RtlFile;
use crate::header::Header;
use crate::names::{concat, extend, index_bits, repeat};

/// The modules of a family.
pub struct Adapters<'a> {
    /// What they do.
    pub envelope: &'a Envelope,
    header: &'a Header,
    family: &'a str,
}

/// What templates show.
struct Context<'a> {
    adapters: &'a Adapters<'a>,
    s: &'a Envelope,
    headers: Table<'a>,
}

/// The headers of a family.
struct Table<'a> {
    sent: Option<&'a Headers>,
    /// Entries of the table have this number and those above it.
    nodes: u32,
    /// Flits of the longest header.
    most: u32,
}

#[derive(Template)]
#[template(path = "common/package/axis_header.v")]
struct HeaderTable<'a> {
    c: &'a Context<'a>,
}

#[derive(Template)]
#[template(path = "common/package/axis_sender.v")]
struct Sender<'a> {
    c: &'a Context<'a>,
}

#[derive(Template)]
#[template(path = "common/package/axis_receiver.v")]
struct Receiver<'a> {
    c: &'a Context<'a>,
}

impl<'a> Adapters<'a> {
    /// Makes the modules of a family, whose name has no prefix.
    pub fn new(envelope: &'a Envelope, header: &'a Header, family: &'a str) -> Self {
        Self { envelope, header, family }
    }

    /// Returns the name of one of them.
    pub fn module(&self, part: &str) -> String {
        format!("{}{}_axis_{part}", self.header.prefix, self.family)
    }

    /// Returns their files in compile order.
    pub fn files(&self) -> Vec<RtlFile> {
        let c = &Context::new(self);
        let table = c.has_headers().then(|| ("header", HeaderTable { c }.render()));
        let ends = [("sender", Sender { c }.render()), ("receiver", Receiver { c }.render())];
        let file = |(part, text): (&str, askama::Result<String>)| {
            let text = text.expect("templates write into a string");
            RtlFile::written(self.header, format!("{}.v", self.module(part)), &text)
        };
        table.into_iter().chain(ends).map(file).collect()
    }
}

/// Returns bits of a vector of `width` bits; none is selected of a scalar.
fn slice(name: &str, width: u32, low: u32, bits: u32) -> String {
    match (width, bits) {
        (1, _) => name.to_string(),
        (_, 1) => format!("{name}[{low}]"),
        _ => format!("{name}[{}:{low}]", low + bits - 1),
    }
}

/// Returns bits, at least one, as a literal, the first one lowest; long ones in lines.
fn literal(bits: &[bool], width: u32) -> String {
    const MOST: usize = 256;
    let digit = |four: &[bool]| {
        let value = four.iter().rev().fold(0, |value, bit| value << 1 | u32::from(*bit));
        char::from_digit(value, 16).expect("four bits are a digit")
    };
    let part = |part: &[bool], width: usize| {
        let digits: String = part.chunks(4).map(digit).collect::<Vec<_>>().iter().rev().collect();
        format!("{width}'h{digits}")
    };
    let chunks: Vec<&[bool]> = bits.chunks(MOST).collect();
    let (last, whole) = chunks.split_last().expect("a literal has a bit");
    let top = part(last, width as usize - whole.len() * MOST);
    let parts: Vec<String> =
        [top].into_iter().chain(whole.iter().rev().map(|it| part(it, MOST))).collect();
    match &parts[..] {
        [only] => only.clone(),
        many => format!("{{\n          {}\n        }}", many.join(",\n          ")),
    }
}

impl<'a> Context<'a> {
    fn new(adapters: &'a Adapters<'a>) -> Self {
        let s = adapters.envelope;
        let sent = s.headers.as_ref();
        let nodes = sent.map_or(0, |headers| headers.nodes);
        let most = sent.map_or(0, Headers::most_flits);
        Self { adapters, s, headers: Table { sent, nodes, most } }
    }

    fn banner(&self, role: &str) -> String {
        self.adapters.header.banner(role, "none, that of the wrapped module")
    }

    fn module(&self, part: &str) -> String {
        self.adapters.module(part)
    }

    /// Declares a width, with a blank after it.
    // Templates pass fields by reference.
    fn range(&self, bits: impl Borrow<u32>) -> String {
        let bits = *bits.borrow();
        if bits > 1 { format!("[{}:0] ", bits - 1) } else { String::new() }
    }

    fn has_headers(&self) -> bool {
        self.headers.sent.is_some()
    }

    fn has_keep(&self) -> bool {
        self.s.keep_bits > 0
    }

    fn dest_bits(&self) -> u32 {
        self.headers.sent.map_or(0, Headers::dest_bits)
    }

    /// Bits of a number of header flits.
    fn header_count_bits(&self) -> u32 {
        index_bits(self.headers.most + 1)
    }

    /// Bits of the place in a frame, as far as its data.
    fn place_bits(&self) -> u32 {
        index_bits(self.headers.most + self.user_flits() + 1)
    }

    fn user_flits(&self) -> u32 {
        self.s.user_flits()
    }

    /// Says which destinations there are.
    fn known(&self) -> String {
        let (bits, count) = (self.dest_bits(), self.destinations());
        match count < 1 << bits {
            true => format!("tdest_i < {bits}'d{count}"),
            false => "1'b1".to_string(),
        }
    }

    fn destinations(&self) -> u32 {
        self.headers.sent.map_or(0, |headers| headers.sent.len() as u32)
    }

    /// Rows with the lengths of headers that are not as long as that for a node.
    fn lengths(&self) -> Vec<String> {
        let Some(headers) = self.headers.sent else { return Vec::new() };
        let (bits, count_bits) = (self.dest_bits(), self.header_count_bits());
        let usual = headers.sent[0].len();
        let others = headers.sent.iter().zip(0..).filter(|(header, _)| header.len() != usual);
        let row = |(header, number): (&Vec<Vec<bool>>, u32)| {
            format!("{bits}'d{number}: flits_o = {count_bits}'d{};", header.len())
        };
        others.map(row).collect()
    }

    fn is_of_one_length(&self) -> bool {
        self.lengths().is_empty()
    }

    /// The length of the header for a node.
    fn usual_length(&self) -> String {
        let usual = self.headers.sent.map_or(0, |headers| headers.sent[0].len());
        format!("{}'d{usual}", self.header_count_bits())
    }

    /// Rows with the flits of headers, without those that are 0.
    fn rows(&self) -> Vec<String> {
        let (bits, count_bits) = (self.dest_bits(), self.header_count_bits());
        let sent =
            self.headers.sent.into_iter().flat_map(|headers| headers.sent.iter().zip(0u32..));
        let row = |(header, number): (&Vec<Vec<bool>>, u32)| {
            let flits = header.iter().enumerate().filter(|(_, flit)| flit.contains(&true));
            let row = |(index, flit): (usize, &Vec<bool>)| {
                let value = literal(flit, self.s.width);
                format!("{{{count_bits}'d{index}, {bits}'d{number}}}: flit_o = {value};")
            };
            flits.map(row).collect::<Vec<_>>()
        };
        sent.flat_map(row).collect()
    }

    fn counted(&self) -> bool {
        self.headers.sent.is_some_and(|headers| headers.counted.is_some())
    }

    fn number(&self) -> (u32, u32) {
        self.headers.sent.and_then(|headers| headers.counted).unwrap_or_default()
    }

    fn number_bits(&self) -> u32 {
        self.number().1
    }

    /// The number in its place in the longest header.
    fn numbers(&self) -> String {
        let (low, bits) = self.number();
        let number =
            if low > 0 { concat(&format!("number_q, {low}'d0")) } else { "number_q".to_string() };
        extend(&number, low + bits, self.headers.most * self.s.width)
    }

    /// The part of the number that belongs to a header flit.
    fn number_of_flit(&self) -> String {
        match (self.counted(), self.headers.most) {
            (false, _) => String::new(),
            (true, 1) => " | numbers".to_string(),
            (true, _) => format!(" | numbers[{}]", self.of_flit("place_q")),
        }
    }

    /// A slice of a flit.
    fn of_flit(&self, index: &str) -> String {
        format!("{index}*{0}+:{0}", self.s.width)
    }

    fn header_index(&self) -> String {
        slice("place_q", self.place_bits(), 0, self.header_count_bits())
    }

    fn header_length(&self) -> String {
        extend("header_flits", self.header_count_bits(), self.place_bits())
    }

    fn front_length(&self) -> String {
        match self.user_flits() {
            0 => "user_place".to_string(),
            flits => format!("user_place + {}'d{flits}", self.place_bits()),
        }
    }

    /// What the user sends along, in whole flits.
    fn users(&self) -> String {
        let signals = [("s_axis_tuser", self.s.user_bits), ("s_axis_tid", self.s.id_bits)];
        let some: Vec<&str> = signals.iter().filter(|it| it.1 > 0).map(|it| it.0).collect();
        let list = match &some[..] {
            [only] => only.to_string(),
            both => concat(&both.join(", ")),
        };
        extend(&list, self.s.user_and_id_bits(), self.user_flits() * self.s.width)
    }

    fn user_flit(&self) -> String {
        match self.user_flits() {
            1 => self.users(),
            _ => format!("users[{}]", self.of_flit("user_index")),
        }
    }

    fn keep_flit(&self) -> String {
        extend("s_axis_tkeep", self.s.keep_bits, self.s.width)
    }

    /// A condition of flits in or after the data.
    fn in_data(&self) -> &'static str {
        if self.has_headers() { "!before_data && " } else { "" }
    }

    fn sender_ready(&self) -> String {
        let keep = if self.has_keep() { " && (keep_q || !s_axis_tlast)" } else { "" };
        match self.has_headers() {
            true => format!("!known || (m_axis_tready && !before_data{keep})"),
            false => format!("m_axis_tready{keep}"),
        }
    }

    /// The flits of a frame, in words.
    fn flits(&self, header: &str) -> String {
        let parts = [
            (self.has_headers(), header),
            (self.user_flits() > 0, "tid and tuser"),
            (true, "the data"),
            (self.has_keep(), "tkeep"),
        ];
        let parts: Vec<&str> = parts.iter().filter(|part| part.0).map(|part| part.1).collect();
        parts.join(", ")
    }

    fn received_bits(&self) -> u32 {
        self.headers.sent.map_or(0, |headers| headers.received_bits)
    }

    fn received_flits(&self) -> u32 {
        self.received_bits().div_ceil(self.s.width) + self.user_flits()
    }

    fn received_place_bits(&self) -> u32 {
        index_bits(self.received_flits() + 1)
    }

    /// Bits of header and user's signals of a frame that is received.
    fn front_bits(&self) -> u32 {
        self.received_bits() + self.s.user_and_id_bits()
    }

    fn received_id_bits(&self) -> u32 {
        self.received_bits() + self.s.id_bits
    }

    fn front(&self, low: u32, bits: u32) -> String {
        slice("front_q", self.front_bits(), low, bits)
    }

    /// Rows that keep what comes before the data.
    fn taken(&self) -> Vec<String> {
        let (width, place) = (self.s.width, self.received_place_bits());
        let strings =
            [(0, self.received_bits()), (self.received_bits(), self.s.user_and_id_bits())];
        let pieces = strings.iter().flat_map(|&(first, bits)| {
            (0..bits).step_by(width as usize).map(move |low| (first + low, width.min(bits - low)))
        });
        let row = |(index, (low, bits)): (usize, (u32, u32))| {
            let from = slice("s_axis_tdata", width, 0, bits);
            let from = if bits == width { "s_axis_tdata".to_string() } else { from };
            format!("{place}'d{index}: {} <= {from};", self.front(low, bits))
        };
        pieces.enumerate().map(row).collect()
    }

    fn received_id(&self) -> String {
        let header = self.front(0, self.received_bits());
        match self.s.id_bits {
            0 => header,
            bits => concat(&format!("{header}, {}", self.front(self.received_bits(), bits))),
        }
    }

    fn received_user(&self) -> String {
        match self.s.user_bits {
            0 => "bad".to_string(),
            bits => concat(&format!("{}, bad", self.front(self.received_id_bits(), bits))),
        }
    }

    fn received_keep(&self) -> String {
        slice("s_axis_tdata", self.s.width, 0, self.s.keep_bits)
    }

    /// The `tkeep` of a whole beat.
    fn whole(&self) -> String {
        repeat(self.s.keep_bits, "1'b1")
    }

    fn receiver_latency(&self) -> &'static str {
        match self.has_keep() {
            true => "a beat waits for the flit after it; the place in the frame, and a flit.",
            false => "no cycle; the place in the frame, and what came before its data.",
        }
    }
}
