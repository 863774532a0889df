//! How drawings of nodes begin as SVG: their size, and their page in a light and in a dark surrounding.

use std::fmt::Display;

/// Colours on a dark page: lines and words become light, nodes stay light discs with dark letters.
const DARK: &str = "<style>@media(prefers-color-scheme:dark){.drawing>rect{fill:#16181c}\
.drawing>line[stroke=\"#666\"]{stroke:#aaa}.drawing>[stroke=\"white\"]{fill:#ccc;stroke:#16181c}\
.drawing>[text-anchor=\"start\"]{fill:#ddd}\
.drawing>[stroke=\"#0072b2\"]{stroke:#56a8e0}.drawing>[fill=\"#0072b2\"]{fill:#56a8e0}\
.drawing>[stroke=\"#464646\"]{stroke:#bbb}.drawing>[fill=\"#464646\"]{fill:#bbb}}</style>";

/// Returns how every drawing of nodes begins.
///
/// **Units**: pixels.
///
/// # Examples
/// ```
/// let svg = teecast_spec::svg::opening(300, 200) + "</svg>\n";
/// assert!(svg.starts_with("<svg ") && svg.contains("prefers-color-scheme:dark"));
/// ```
pub fn opening(width: impl Display, height: impl Display) -> String {
    format!(
        "<svg class=\"drawing\" xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\" \
         text-anchor=\"middle\">\n{DARK}\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    )
}
