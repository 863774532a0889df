//! The server of `teecast explore`.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::ROOT;
use crate::explore::PAGE;
use crate::program::{self, failures, teecast};

#[test]
fn ports_that_cannot_be_had_are_refused() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("bound").port();
    let run = teecast(Path::new(ROOT), &format!("explore --port {port}"));
    assert_eq!(run.code, Some(2));
    assert!(run.err.starts_with(&format!("error: cannot serve on port {port}: ")), "{}", run.err);
    assert!(
        run.err.ends_with("hint: try another --port, or --port 0 for any free one\n"),
        "{}",
        run.err
    );
    insta::assert_snapshot!(failures(
        Path::new(ROOT),
        ["explore --port 65536", "explore --port -1", "explore --port 80 --out page.html"]
    ));
}

/// Starts the server; returns it with its address.
fn server(command: &mut Command) -> (Child, String) {
    let mut server =
        command.stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut said = String::new();
    let stderr = server.stderr.take().expect("piped");
    BufReader::new(stderr).read_line(&mut said).expect("a line");
    let address = said.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    let address = address.unwrap_or_else(|| panic!("an address in {said:?}")).to_string();
    (server, address)
}

/// Returns what the server answers.
fn ask(address: &str, head: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it serves");
    stream.write_all(head.as_bytes()).expect("it reads");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("it answers");
    text
}

/// With few descriptors, more visitors than it takes have no harm but a wait.
#[cfg(target_os = "linux")]
#[test]
fn the_server_survives_more_visitors_than_the_system_permits() {
    let mut command = Command::new("sh");
    let line = format!("ulimit -n 24; exec {} explore --port 0", env!("CARGO_BIN_EXE_teecast"));
    let (mut server, address) = server(command.args(["-c", &line]));
    let threads = || {
        let tasks = fs::read_dir(format!("/proc/{}/task", server.id())).expect("it runs");
        tasks.count()
    };
    let before = threads();
    let visitors: Vec<TcpStream> =
        (0..60).map(|_| TcpStream::connect(&address).expect("it listens")).collect();
    let after = threads();
    drop(visitors);
    let answer = ask(&address, "HEAD / HTTP/1.1\r\n\r\n");
    server.kill().expect("it runs");
    server.wait().expect("it ends");
    assert_eq!(before, after, "a visitor needs no thread");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
}

#[cfg(unix)]
#[test]
fn the_page_is_served_until_it_is_stopped() {
    let (server, address) = server(&mut program::command(Path::new(ROOT), "explore --port 0"));
    // A connection that says nothing holds no other one up.
    let _silent = TcpStream::connect(&address).expect("it serves");
    let answer = ask(&address, "GET / HTTP/1.1\r\nHost: here\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with(PAGE));
    let head = answer.strip_suffix(PAGE).expect("the page");
    for line in
        ["X-Content-Type-Options: nosniff\r\n", "Content-Security-Policy: default-src 'none'"]
    {
        assert!(head.contains(line), "{head}");
    }
    assert_eq!(ask(&address, "HEAD / HTTP/1.1\r\n\r\n"), head);
    assert!(ask(&address, "GET /other HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404 "));
    let killed = Command::new("kill").args(["-INT", &server.id().to_string()]).status();
    assert!(killed.expect("kill is there").success());
    let output = server.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b"stopped\n"[..]));
}
