//! `teecast explore`: the page on which trees grow, on this machine or as a file.

mod archive;

use std::borrow::Cow;
use std::io::{self, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

use teecast_writing::signals;

use crate::terminal::error::{Error, Kind};
use crate::terminal::output::deliver;
use crate::terminal::value::within;
use crate::terminal::{Report, diagnose};

/// The page with everything in it; `scripts/page` builds it.
const PAGE: &str = include_str!("explore.html");
/// The page that the server gives out: it may ask for designs.
static SERVED: LazyLock<String> =
    LazyLock::new(|| PAGE.replacen("data-designs=\"none\"", &archive::offer(), 1));
/// Most time from the first byte of a request to the last one of its answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// Most connections at a time; others wait. A browser opens some that it does not use yet.
const CONNECTIONS: usize = 32;
/// Bytes of a thread that serves: it needs little.
const STACK: usize = 256 << 10;
/// How long to wait where the system has nothing left for another connection.
const PAUSE: Duration = Duration::from_millis(100);
/// Most bytes of the head of a request.
const LONGEST_HEAD: u64 = 16 << 10;

/// Shows trees in a browser: choose source, destinations and faults, and follow the message.
///
/// The page runs the golden model itself. It is served to this machine only, until Ctrl-C; the server also answers
/// with the Verilog of what is shown.
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
    let listener = Arc::new(listener);
    let begin = || {
        let begun = (0..CONNECTIONS).map(|_| {
            let listener = Arc::clone(&listener);
            thread::Builder::new().stack_size(STACK).spawn(move || receive(&listener))
        });
        // Where the system has no more threads, those that there are serve.
        if begun.take_while(Result::is_ok).count() == 0 {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        diagnose(format_args!("open http://{address}/ in a browser; Ctrl-C stops"));
        Ok(())
    };
    // Threads that begin take descriptors for a moment: they come last.
    signals::wait(begin).map_err(taken)?;
    Ok("stopped\n".to_string().into())
}

/// Serves one visitor after the other.
fn receive(listener: &TcpListener) {
    loop {
        match listener.accept() {
            // A visitor who went away needs no answer.
            Ok((visitor, _)) => drop(serve(&visitor, PATIENCE)),
            // Too many open files: they become fewer.
            Err(_) => thread::sleep(PAUSE),
        }
    }
}

/// A connection that has so much time for all that is read and written.
struct Timed<'a> {
    visitor: &'a TcpStream,
    end: Instant,
}

impl Timed<'_> {
    /// Returns the time that is left.
    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.visitor.set_read_timeout(self.left()?)?;
        self.visitor.read(bytes)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.visitor.set_write_timeout(self.left()?)?;
        self.visitor.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Answers one request within some time.
fn serve(visitor: &TcpStream, patience: Duration) -> io::Result<()> {
    let mut visitor = Timed { visitor, end: Instant::now() + patience };
    let head = head(&mut visitor)?;
    let (head, body) = answer(&head);
    visitor.write_all(head.as_bytes())?;
    visitor.write_all(&body)
}

/// Reads the head of a request.
fn head(visitor: &mut impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    for byte in BufReader::new(visitor.take(LONGEST_HEAD)).bytes() {
        bytes.push(byte?);
        if bytes.ends_with(b"\r\n\r\n") {
            break;
        }
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What is answered.
struct Answer {
    status: &'static str,
    kind: &'static str,
    body: Cow<'static, [u8]>,
    /// More lines of the head.
    more: String,
}

impl Answer {
    /// Returns an answer in words.
    fn words(status: &'static str, sentence: String) -> Self {
        let body = Cow::Owned(sentence.into_bytes());
        Self { status, kind: "text/plain; charset=utf-8", body, more: String::new() }
    }
}

/// Returns head and body of the answer to the head of a request.
fn answer(head: &str) -> (String, Cow<'static, [u8]>) {
    let mut words = head.lines().next().unwrap_or_default().split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let (place, query) = target.split_once('?').unwrap_or((target, ""));
    let Answer { status, kind, body, more } = match (method, place) {
        ("GET" | "HEAD", "/" | "/index.html") => {
            let body = Cow::Borrowed(SERVED.as_bytes());
            Answer { status: "200 OK", kind: "text/html; charset=utf-8", body, more: String::new() }
        }
        ("GET" | "HEAD", archive::PLACE) if is_foreign(head) => Answer::words(
            "403 Forbidden",
            "Only the page of this server asks for designs.\n".into(),
        ),
        ("GET" | "HEAD", archive::PLACE) => design(query),
        ("GET" | "HEAD", place) if !place.is_empty() => {
            Answer::words("404 Not Found", "The page is at /.\n".into())
        }
        _ => Answer::words("405 Method Not Allowed", "Only GET and HEAD are permitted.\n".into()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Content-Security-Policy: {}; frame-ancestors 'none'\r\nX-Content-Type-Options: nosniff\r\n\
         {more}Allow: GET, HEAD\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n",
        body.len(),
        policy(),
    );
    (head, if method == "HEAD" { Cow::Borrowed(&[]) } else { body })
}

/// Answers with a design.
fn design(query: &str) -> Answer {
    match archive::archive(query) {
        Ok(archive) => Answer {
            status: "200 OK",
            kind: "application/zip",
            body: Cow::Owned(archive.bytes),
            more: format!(
                "Content-Disposition: attachment; filename=\"{}.zip\"\r\n",
                file_name(&archive.name)
            ),
        },
        Err(error) => {
            let status = match error.kind() {
                Kind::Internal => "500 Internal Server Error",
                Kind::Failed => "503 Service Unavailable",
                _ => "400 Bad Request",
            };
            Answer::words(status, format!("{error}\n"))
        }
    }
}

/// Returns a name with what every system and every head of an answer takes.
fn file_name(name: &str) -> String {
    let safe = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    name.chars().map(|letter| if safe(letter) { letter } else { '_' }).collect()
}

/// Says whether a browser asks on behalf of a page from elsewhere: it would make this machine work.
fn is_foreign(head: &str) -> bool {
    let fields = head.lines().filter_map(|line| line.split_once(':'));
    let mut sites = fields.filter(|(name, _)| name.eq_ignore_ascii_case("sec-fetch-site"));
    sites.any(|(_, site)| !["same-origin", "none"].contains(&site.trim()))
}

/// Returns what the page permits itself; `scripts/page` writes it into the page, for the file, too.
fn policy() -> &'static str {
    let (_, rest) = PAGE.split_once("Content-Security-Policy\" content=\"").expect("a policy");
    rest.split_once('"').expect("its end").0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_page_is_served() {
        let found = |head| {
            let (head, body) = answer(head);
            let body = String::from_utf8(body.into_owned()).expect("a text");
            (head.split(' ').nth(1).expect("a status").to_string(), body)
        };
        let status = |head| found(head).0;
        assert_eq!(found("GET / HTTP/1.1\r\n"), ("200".into(), SERVED.clone()));
        assert_ne!(*SERVED, PAGE, "it may ask for designs");
        assert_eq!(found("HEAD / HTTP/1.1\r\n"), ("200".into(), String::new()));
        assert_eq!(status("GET /?a=1 HTTP/1.1\r\n"), "200");
        assert_eq!(status("GET /../secret HTTP/1.1\r\n"), "404");
        for other in ["POST / HTTP/1.1\r\n", "", "GET"] {
            assert_eq!(status(other), "405", "{other:?}");
        }
    }

    /// Returns both ends of a connection.
    fn connected() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let address = listener.local_addr().expect("bound");
        let asks = TcpStream::connect(address).expect("it listens");
        (asks, listener.accept().expect("a visitor").0)
    }

    #[test]
    fn a_whole_request_has_a_time_limit() {
        let patience = Duration::from_millis(200);
        let begun = Instant::now();
        let (mut asks, visitor) = connected();
        thread::scope(|scope| {
            // Each letter is in time; the request is not.
            scope.spawn(move || {
                let mut letters = b"GET / HTTP/1.1".iter().cycle().take(60);
                letters.try_for_each(|letter| {
                    thread::sleep(Duration::from_millis(20));
                    asks.write_all(&[*letter])
                })
            });
            assert!(serve(&visitor, patience).is_err());
            drop(visitor);
        });
        // More than the system keeps for a visitor who does not read.
        let (_reads_nothing, visitor) = connected();
        let mut visitor = Timed { visitor: &visitor, end: Instant::now() + patience };
        assert!(visitor.write_all(&vec![0; 64 << 20]).is_err());
        assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    }
}
