//! Line charts as SVG: labelled axes, a legend, and a band of 95 % confidence around a curve whose
//! points have a standard error.

use plotters::prelude::*;
use teecast_model::stats::BAND;

use crate::outcome::{Picture, number};

/// **Units**: pixels.
const SIZE: (u32, u32) = (760, 480);
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
        Self { x: x.to_string(), y: y.to_string(), curves: Vec::new() }
    }

    /// Adds a curve of points (x, y, standard error).
    pub fn curve(&mut self, name: &str, points: impl IntoIterator<Item = (f64, f64, f64)>) {
        let point = |(x, y, error)| Point { x, y, error };
        let points = points.into_iter().map(point).collect();
        self.curves.push(Curve { name: name.to_string(), points });
    }

    /// Draws the chart; the caption says what bands it has, if any.
    pub fn picture(&self, name: &str, caption: &str) -> Picture {
        let mut svg = String::new();
        self.draw(&mut svg).expect("memory takes every picture");
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

    fn draw(&self, svg: &mut String) -> Result<(), Box<dyn std::error::Error + '_>> {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let right = points().map(|point| point.x).fold(1.0, f64::max);
        let left = points().map(|point| point.x).fold(right, f64::min).min(right - 1.0);
        let top = points().map(|point| point.y + BAND * point.error).fold(0.0, f64::max) * 1.05;
        let top = if top > 0.0 { top } else { 1.0 };
        // Falling curves leave the other corner free.
        let half = |right_of: bool| {
            let of = points().filter(|point| (2.0 * point.x > left + right) == right_of);
            of.map(|point| point.y).fold(0.0, f64::max)
        };
        let corner = match half(false) > half(true) {
            true => SeriesLabelPosition::UpperRight,
            false => SeriesLabelPosition::UpperLeft,
        };
        let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(46)
            .y_label_area_size(64)
            .build_cartesian_2d(left..right, 0.0..top)?;
        chart
            .configure_mesh()
            .x_desc(&self.x)
            .y_desc(&self.y)
            .axis_desc_style(("sans-serif", 16))
            .label_style(("sans-serif", 14))
            .x_label_formatter(&|x| number(*x))
            .y_label_formatter(&|y| number(*y))
            .light_line_style(WHITE)
            .draw()?;
        for (curve, colour) in self.curves.iter().zip(COLOURS.iter().cycle()) {
            let edge = |sign: f64| {
                curve.points.iter().map(move |point| (point.x, point.y + sign * BAND * point.error))
            };
            let band: Vec<(f64, f64)> = edge(1.0).chain(edge(-1.0).rev()).collect();
            if curve.has_band() {
                chart.draw_series([Polygon::new(band, colour.mix(0.25))])?;
            }
            let line = curve.points.iter().map(|point| (point.x, point.y));
            chart
                .draw_series(LineSeries::new(line, colour.stroke_width(2)))?
                .label(&curve.name)
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 22, y)], colour.stroke_width(3))
                });
        }
        chart
            .configure_series_labels()
            .position(corner)
            .label_font(("sans-serif", 14))
            .background_style(WHITE.mix(0.8))
            .border_style(RGBColor(200, 200, 200))
            .draw()?;
        area.present()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(svg.matches("<polygon").count(), 1, "a band where there is an error only");
    }

    #[test]
    fn an_empty_chart_is_drawn_too() {
        assert!(Chart::new("x", "y").picture("p", "c").svg.contains("</svg>"));
    }

    #[test]
    fn bands_are_promised_where_they_are_drawn() {
        for (errors, caption) in [([0.0, 0.0], "c."), ([0.1, 0.0], "c. Bands: 95 % confidence.")] {
            let mut chart = Chart::new("x", "y");
            chart.curve("one", [(1.0, 2.0, errors[0]), (2.0, 3.0, errors[1])]);
            let picture = chart.picture("p", "c.");
            assert_eq!(picture.caption, caption);
            assert_eq!(picture.svg.contains("<polygon"), caption.contains("Bands"));
        }
    }
}
