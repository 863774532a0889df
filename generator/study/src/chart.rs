//! Line charts as SVG: labelled axes, a legend below them, letters that a phone can show, and a band of 95 %
//! confidence around a curve whose points have a standard error. Curves that colours cannot tell apart get a panel of
//! their own.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::*;
use teecast_model::stats::BAND;
use teecast_spec::text;

use crate::outcome::{Picture, number};

/// **Units**: pixels, of the axes with their labels.
const PLOT: (u32, u32) = (600, 400);
/// **Units**: pixels, of a letter; the library makes it a fifth smaller. A phone shows the whole width on 360.
const LETTER: u32 = 22;
/// **Units**: pixels, of a line of the heading or of the legend.
const LINE: u32 = 24;
/// Letters of a line of the heading, and of an entry of the legend.
const CHARACTERS: [usize; 2] = [62, 27];
/// Entries of the legend beside each other.
const BESIDE: usize = 2;
/// Colour of vertical lines.
const MARK: ShapeStyle =
    ShapeStyle { color: RGBAColor(120, 120, 120, 1.0), filled: false, stroke_width: 1 };
/// What is black on white is white on black on a dark page.
const DARK: &str = "<style>@media(prefers-color-scheme:dark){.chart>rect[fill=\"#FFFFFF\"]{fill:#16181c}\
.chart text{fill:#eee}.chart [stroke=\"#000000\"]{stroke:#bbb}.chart [stroke=\"#464646\"]{stroke:#bbb}\
.chart [fill=\"#464646\"]{fill:#bbb}.chart [stroke=\"#0072B2\"]{stroke:#56a8e0}\
.chart [fill=\"#0072B2\"]{fill:#56a8e0}}</style>";
/// Colours that also colour-blind readers can distinguish (Okabe and Ito 2008).
pub const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(70, 70, 70),
];

/// One point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Place on the horizontal axis.
    pub x: f64,
    /// Value.
    pub y: f64,
    /// Standard error of the value.
    pub error: f64,
}

/// One curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Name in the legend.
    pub name: String,
    /// Points from left to right.
    pub points: Vec<Point>,
}

/// A chart: the labels of its axes carry the units.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Label of the horizontal axis.
    pub x: String,
    /// Label of the vertical axis.
    pub y: String,
    /// Curves.
    pub curves: Vec<Curve>,
    /// Vertical lines: name and place.
    pub marks: Vec<(String, f64)>,
}

impl Curve {
    /// Returns whether the curve gets a band.
    fn has_band(&self) -> bool {
        self.points.iter().any(|point| point.error > 0.0)
    }
}

impl Chart {
    /// Returns a chart without curves.
    pub fn new(x: &str, y: &str) -> Self {
        Self { x: x.to_string(), y: y.to_string(), curves: Vec::new(), marks: Vec::new() }
    }

    /// Adds a curve of points (x, y, standard error), without those that are not finite: axes end.
    pub fn curve(&mut self, name: &str, points: impl IntoIterator<Item = (f64, f64, f64)>) {
        let finite = |(x, y, error): (f64, f64, f64)| {
            let all = [x, y, error].iter().all(|number| number.is_finite());
            all.then_some(Point { x, y, error })
        };
        let points = points.into_iter().filter_map(finite).collect();
        self.curves.push(Curve { name: name.to_string(), points });
    }

    /// Adds a vertical line.
    pub fn mark(&mut self, name: &str, x: f64) {
        self.marks.push((name.to_string(), x));
    }

    /// Draws the chart; the caption says what bands it has, if any.
    pub fn picture(&self, name: &str, caption: &str) -> Picture {
        let mut svg = String::new();
        let title = caption.split(['.', ';']).next().unwrap_or_default();
        self.draw(&mut svg, title).expect("memory takes every picture");
        let svg = described(&svg, caption, &self.words());
        Picture { name: name.to_string(), caption: format!("{caption}{}", self.bands()), svg }
    }

    /// Returns a sentence on the bands that are drawn.
    fn bands(&self) -> String {
        let banded: Vec<&Curve> = self.curves.iter().filter(|curve| curve.has_band()).collect();
        let names: Vec<&str> = banded.iter().map(|curve| curve.name.as_str()).collect();
        match names.len() {
            0 => String::new(),
            all if all == self.curves.len() => " Bands: 95 % confidence.".to_string(),
            _ => format!(" Bands ({}): 95 % confidence.", names.join(", ")),
        }
    }

    fn draw<'a>(&'a self, svg: &'a mut String, title: &str) -> Drawn<'a> {
        let range = self.range();
        let panels: Vec<&[Curve]> = match self.curves.is_empty() {
            true => vec![&[]],
            false => self.curves.chunks(COLOURS.len()).collect(),
        };
        let heading = lines(title, CHARACTERS[0]);
        let top = LINE * heading.len() as u32 + LINE / 2;
        let heights = panels.iter().map(|curves| PLOT.1 + self.legend_height(curves));
        let size = (PLOT.0, top + heights.sum::<u32>());
        let area = SVGBackend::with_string(svg, size).into_drawing_area();
        area.fill(&WHITE)?;
        let (head, mut rest) = area.split_vertically(top);
        for (row, line) in heading.into_iter().enumerate() {
            let at = (16, (LINE / 2 + LINE * row as u32) as i32);
            head.draw(&Text::new(line, at, ("sans-serif", LETTER)))?;
        }
        for curves in panels {
            let (plot, below) = rest.split_vertically(PLOT.1);
            self.panel(&plot, &range, curves)?;
            let (legend, next) = below.split_vertically(self.legend_height(curves));
            self.legend(&legend, curves)?;
            rest = next;
        }
        area.present()?;
        Ok(())
    }

    /// Returns the ranges of both axes, as wide as the points need.
    fn range(&self) -> Ranges {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let places = || points().map(|point| point.x).chain(self.marks.iter().map(|mark| mark.1));
        let (left, right) = places().fold((f64::MAX, f64::MIN), |(l, r), x| (l.min(x), r.max(x)));
        let (left, right) = if left > right { (0.0, 1.0) } else { (left, right) };
        let margin = if left == right { 0.5 } else { 0.03 * (right - left) };
        let top = points().map(|point| point.y + BAND * point.error).fold(0.0, f64::max) * 1.05;
        (left - margin..right + margin, 0.0..if top > 0.0 { top } else { 1.0 })
    }

    /// Draws some of the curves.
    fn panel<'a>(&'a self, area: &Area<'a>, range: &Ranges, curves: &'a [Curve]) -> Drawn<'a> {
        let (x, y) = range.clone();
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .x_label_area_size(60)
            .y_label_area_size(88)
            .build_cartesian_2d(x, y.clone())?;
        chart
            .configure_mesh()
            .x_desc(&self.x)
            .y_desc(&self.y)
            .x_labels(7)
            .y_labels(7)
            .axis_desc_style(("sans-serif", LETTER))
            .label_style(("sans-serif", LETTER))
            .x_label_formatter(&|x| number(*x))
            .y_label_formatter(&|y| number(*y))
            .light_line_style(TRANSPARENT)
            .draw()?;
        for (_, x) in &self.marks {
            let line = DashedLineSeries::new([(*x, y.start), (*x, y.end)], 6, 4, MARK);
            chart.draw_series(line)?;
        }
        for (index, (curve, colour)) in curves.iter().zip(COLOURS).enumerate() {
            let edge = |sign: f64| {
                curve.points.iter().map(move |point| (point.x, point.y + sign * BAND * point.error))
            };
            let band: Vec<(f64, f64)> = edge(1.0).chain(edge(-1.0).rev()).collect();
            if curve.has_band() {
                chart.draw_series([Polygon::new(band, colour.mix(0.25))])?;
            }
            let line = || curve.points.iter().map(|point| (point.x, point.y));
            chart.draw_series(LineSeries::new(line(), colour.stroke_width(2)))?;
            // Neighbours differ in shape, too.
            match index % 3 {
                0 => chart.draw_series(line().map(|at| Circle::new(at, 4, colour.filled())))?,
                1 => chart
                    .draw_series(line().map(|at| TriangleMarker::new(at, 5, colour.filled())))?,
                _ => {
                    chart.draw_series(line().map(|at| Cross::new(at, 4, colour.stroke_width(2))))?
                }
            };
        }
        Ok(())
    }

    /// Returns the entries of the legend of a panel.
    fn entries(&self, curves: &[Curve]) -> Vec<Entry> {
        let words = |name: &str| lines(name, CHARACTERS[1]);
        let of_curves = curves.iter().zip(COLOURS).enumerate();
        let of_curves =
            of_curves.map(|(at, (curve, colour))| (words(&curve.name), Some((at, colour))));
        of_curves.chain(self.marks.iter().map(|(name, _)| (words(name), None))).collect()
    }

    /// **Units**: pixels.
    fn legend_height(&self, curves: &[Curve]) -> u32 {
        let entries = self.entries(curves);
        let rows = entries.chunks(BESIDE).map(|row| row.iter().map(|it| it.0.len()).max());
        LINE * (rows.flatten().sum::<usize>() + 1) as u32
    }

    /// Names curves and marks, below the axes.
    fn legend<'a>(&'a self, area: &Area<'a>, curves: &'a [Curve]) -> Drawn<'a> {
        let mut row = LINE as i32 / 2;
        for beside in self.entries(curves).chunks(BESIDE) {
            for (place, (lines, curve)) in beside.iter().enumerate() {
                let left = 12 + (PLOT.0 as usize / BESIDE * place) as i32;
                let line = |from: i32, to: i32| [(left + from, row), (left + to, row)];
                match curve {
                    Some((index, colour)) => {
                        area.draw(&PathElement::new(line(0, 28), colour.stroke_width(2)))?;
                        let at = (left + 14, row);
                        match index % 3 {
                            0 => area.draw(&Circle::new(at, 4, colour.filled()))?,
                            1 => area.draw(&TriangleMarker::new(at, 5, colour.filled()))?,
                            _ => area.draw(&Cross::new(at, 4, colour.stroke_width(2)))?,
                        }
                    }
                    None => {
                        for from in [0, 10, 20] {
                            area.draw(&PathElement::new(line(from, from + 6), MARK))?;
                        }
                    }
                }
                for (below, words) in lines.iter().enumerate() {
                    let at = (left + 34, row - 9 + LINE as i32 * below as i32);
                    area.draw(&Text::new(words.clone(), at, ("sans-serif", LETTER)))?;
                }
            }
            row += (LINE as usize * beside.iter().map(|it| it.0.len()).max().unwrap_or(0)) as i32;
        }
        Ok(())
    }

    /// Says for who does not see the picture what it shows.
    fn words(&self) -> String {
        let curve = |curve: &Curve| {
            let at = |point: &Point| format!("({}, {})", number(point.x), number(point.y));
            let ends = curve.points.first().zip(curve.points.last());
            let ends = ends.map_or(" without points".to_string(), |(first, last)| {
                format!(" from {} to {}", at(first), at(last))
            });
            format!(" {}{ends}.", curve.name)
        };
        let mark = |(name, x): &(String, f64)| format!(" {name} at {}.", number(*x));
        let curves: String = self.curves.iter().map(curve).collect();
        let marks: String = self.marks.iter().map(mark).collect();
        format!("{} over {}. Curves:{curves}{marks}", self.y, self.x)
    }
}

/// An entry of the legend: the lines of its name, and of a curve its place in the panel and its colour.
type Entry = (Vec<String>, Option<(usize, RGBColor)>);
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Ranges = (Range<f64>, Range<f64>);
type Drawn<'a> = Result<(), Box<dyn std::error::Error + 'a>>;

/// Breaks words into lines of so many letters.
fn lines(words: &str, characters: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        match line.is_empty() || line.chars().count() + word.chars().count() < characters {
            true if line.is_empty() => *line = word.to_string(),
            true => *line += &format!(" {word}"),
            false => lines.push(word.to_string()),
        }
    }
    lines
}

/// Gives a picture a name, words for a screen reader, and colours for a dark page.
fn described(svg: &str, title: &str, words: &str) -> String {
    let [title, words] = [title, words].map(text::xml);
    let (tag, rest) = svg.split_once(">\n").expect("a picture begins with a tag");
    let tag = tag.replacen(
        "<svg ",
        &format!("<svg class=\"chart\" role=\"img\" aria-label=\"{title}\" "),
        1,
    );
    format!("{tag}>\n<title>{title}</title><desc>{words}</desc>{DARK}\n{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Marks of curves are polygons too, but nothing shows through them.
    const A_BAND: &str = "<polygon opacity=\"0.25\"";

    #[test]
    fn a_chart_has_labelled_axes_a_legend_and_bands() {
        let mut chart = Chart::new("destinations k", "traffic [links]");
        chart.curve("greedy", [(1.0, 2.0, 0.5), (2.0, 3.0, 0.5)]);
        chart.curve("exact", [(1.0, 2.0, 0.0), (2.0, 2.5, 0.0)]);
        let Picture { svg, caption, .. } = chart.picture("p", "c.");
        assert_eq!(caption, "c. Bands (greedy): 95 % confidence.");
        for part in ["destinations k", "traffic [links]", "greedy", "exact", "viewBox"] {
            assert!(svg.contains(part), "{part}");
        }
        assert_eq!(svg.matches(A_BAND).count(), 1, "a band where there is an error only");
    }

    /// A phone shows 600 pixels on 360, and a dark page every line that a light one hides.
    #[test]
    fn letters_are_large_and_nothing_is_drawn_in_white() {
        let mut chart = Chart::new("x", "y");
        chart.curve("one", [(1.0, 2.0, 0.5), (2.0, 3.0, 0.5)]);
        let svg = chart.picture("p", "c.").svg;
        let sizes: Vec<f64> = svg
            .split("font-size=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next()?.parse().ok())
            .collect();
        assert!(
            sizes.len() > 10 && sizes.iter().all(|size| size * 360.0 / 600.0 > 10.0),
            "{sizes:?}"
        );
        assert!(svg.contains("viewBox=\"0 0 600 "), "{svg}");
        assert!(!svg.contains("stroke=\"#FFFFFF\""), "a grid that shows on a dark page only");
    }

    #[test]
    fn an_empty_chart_is_drawn_too() {
        assert!(Chart::new("x", "y").picture("p", "c").svg.contains("</svg>"));
    }

    #[test]
    fn points_that_no_axis_reaches_are_left_out() {
        let [mut all, mut finite] = [(); 2].map(|()| Chart::new("x", "y"));
        // The mean of one batch has no error, that of none is no number.
        let beyond = [(3.0, 9.0, f64::INFINITY), (4.0, f64::NAN, 0.1), (f64::INFINITY, 1.0, 0.0)];
        let points = [(1.0, 2.0, 0.1), (2.0, 3.0, 0.1)];
        all.curve("one", points.into_iter().chain(beyond));
        finite.curve("one", points);
        assert_eq!(all, finite);
        all.curve("two", beyond);
        assert!(all.picture("p", "c.").svg.contains("two without points"));
    }

    #[test]
    fn bands_are_promised_where_they_are_drawn() {
        for (errors, caption) in [([0.0, 0.0], "c."), ([0.1, 0.0], "c. Bands: 95 % confidence.")] {
            let mut chart = Chart::new("x", "y");
            chart.curve("one", [(1.0, 2.0, errors[0]), (2.0, 3.0, errors[1])]);
            let picture = chart.picture("p", "c.");
            assert_eq!(picture.caption, caption);
            assert_eq!(picture.svg.contains(A_BAND), caption.contains("Bands"));
        }
    }
}
