//! `teecast explore`: the page on which trees grow, on this machine or as a file.

use std::io::{self, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use teecast_writing::signals;

use crate::terminal::error::{Error, Kind};
use crate::terminal::output::deliver;
use crate::terminal::value::within;
use crate::terminal::{Report, diagnose};

/// The page with everything in it; `scripts/page` builds it.
const PAGE: &str = include_str!("explore.html");
/// A browser that says nothing for so long is left alone.
const PATIENCE: Duration = Duration::from_secs(5);
/// Most bytes of the head of a request.
const LONGEST_HEAD: u64 = 16 << 10;

/// Shows trees in a browser: choose source, destinations and faults, and follow the message.
///
/// The page runs the golden model itself. It is served to this machine only, until Ctrl-C.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Port of this machine, 0 to 65535; 0 takes any free one
    #[arg(long, allow_negative_numbers = true, default_value = "8010",
          value_parser = within(0..=u16::MAX))]
    port: u16,

    /// Write the page into a file (- is standard output), which a browser opens without a server
    #[arg(long, value_name = "FILE", conflicts_with = "port")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  teecast explore
  teecast explore --out trees.html";

/// Runs the command.
///
/// # Errors
/// Bad input: a port that is taken, a file that cannot be written.
pub fn run(args: &Args) -> Result<Report, Error> {
    if let Some(file) = &args.out {
        let report = format!("{}: open it in a browser\n", file.display());
        return deliver(file, PAGE.to_string(), false, report);
    }
    let taken = |cause: io::Error| {
        Error::bad_input(format!("cannot serve on port {}: {cause}", args.port))
            .hint("try another --port, or --port 0 for any free one")
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(taken)?;
    let address = listener.local_addr().map_err(taken)?;
    thread::spawn(move || {
        for visitor in listener.incoming().flatten() {
            // A browser opens connections that it does not use yet.
            thread::spawn(move || serve(visitor));
        }
    });
    let ready = || diagnose(format_args!("open http://{address}/ in a browser; Ctrl-C stops"));
    signals::wait(ready).map_err(|cause| Error::new(Kind::Internal, cause))?;
    Ok("stopped\n".to_string().into())
}

/// Answers one request; a browser that went away needs no answer.
fn serve(mut visitor: TcpStream) -> io::Result<()> {
    visitor.set_read_timeout(Some(PATIENCE))?;
    visitor.set_write_timeout(Some(PATIENCE))?;
    let (status, body) = answer(&head(&visitor)?);
    write!(
        visitor,
        "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\
         Cache-Control: no-cache\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

/// Reads the head of a request.
fn head(visitor: &TcpStream) -> io::Result<String> {
    let mut bytes = Vec::new();
    for byte in BufReader::new(visitor.take(LONGEST_HEAD)).bytes() {
        bytes.push(byte?);
        if bytes.ends_with(b"\r\n\r\n") {
            break;
        }
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns status and body for the head of a request.
fn answer(head: &str) -> (&'static str, &'static str) {
    let mut words = head.split([' ', '?', '\r']);
    match (words.next(), words.next()) {
        (Some("GET"), Some("/" | "/index.html")) => ("200 OK", PAGE),
        (Some("GET"), Some(_)) => ("404 Not Found", "The page is at /.\n"),
        _ => ("405 Method Not Allowed", "Only GET is permitted.\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_page_is_served() {
        let status = |head| answer(head).0;
        assert_eq!(answer("GET / HTTP/1.1\r\n"), ("200 OK", PAGE));
        assert_eq!(status("GET /?a=1 HTTP/1.1\r\n"), "200 OK");
        assert_eq!(status("GET /../secret HTTP/1.1\r\n"), "404 Not Found");
        for other in ["POST / HTTP/1.1\r\n", "", "GET"] {
            assert_eq!(status(other), "405 Method Not Allowed", "{other:?}");
        }
    }
}
