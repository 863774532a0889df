//! The server of `teecast explore`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Cursor, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use zip::ZipArchive;

use crate::ROOT;
use crate::explore::PAGE;
use crate::program::{self, failures, scratch, succeed, teecast};

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
    String::from_utf8(asked(address, head)).expect("a text")
}

/// Returns the bytes that the server answers.
fn asked(address: &str, head: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).expect("it serves");
    stream.write_all(head.as_bytes()).expect("it reads");
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("it answers");
    bytes
}

/// Returns the head of a request for a design.
fn request(configuration: &str) -> String {
    let query = utf8_percent_encode(configuration, NON_ALPHANUMERIC);
    format!("GET /design.zip?configuration={query} HTTP/1.1\r\n\r\n")
}

/// The configurations of the examples of the view of cycles.
const DESIGNS: [&str; 5] = [
    "family = ['hypercube']\nn = 3\nm = 4\nvote = 'pcube'",
    "family = ['harts']\nn = 3\nmax-data = 4",
    "family = ['region']\nmesh = '4x4'\nalgorithm = 'nearest-corner'\nmax-data = 8",
    "family = ['ihc']\ntopology = 'torus'\nsides = '4x4'\nmax-data = 2",
    "family = ['ring-tree']\ngraph = 'grid:3x3'\nring-size = 4",
];

#[test]
fn a_download_has_the_bytes_of_gen() {
    let (mut server, address) = server(&mut program::command(Path::new(ROOT), "explore --port 0"));
    for configuration in DESIGNS {
        let folder = scratch();
        fs::write(folder.path().join("design.toml"), configuration).expect("a writable folder");
        succeed(folder.path(), "gen --config design.toml --out out");
        let answer = asked(&address, &request(configuration));
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head") + 4;
        let head = String::from_utf8_lossy(&answer[..end]);
        assert!(head.starts_with("HTTP/1.1 200 OK\r\nContent-Type: application/zip\r\n"), "{head}");
        assert!(head.contains("X-Content-Type-Options: nosniff\r\n"), "{head}");
        assert_eq!(asked(&address, &request(configuration)), answer, "the same bytes again");
        let mut archive = ZipArchive::new(Cursor::new(&answer[end..])).expect("an archive");
        let mut found = BTreeMap::new();
        for index in 0..archive.len() {
            let mut file = archive.by_index(index).expect("a file");
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).expect("it unpacks");
            found.insert(file.name().to_string(), bytes);
        }
        let written = read_folder(&folder.path().join("out"));
        assert!(written.len() > 10 && found.keys().eq(written.keys()), "{configuration}");
        assert!(found == written, "{configuration}: other bytes");
        let name = written.keys().next().and_then(|path| path.split('/').next()).expect("a folder");
        assert!(head.contains(&format!("filename=\"{name}.zip\"")), "{head}");
    }
    server.kill().expect("it runs");
    server.wait().expect("it ends");
}

/// Reads all files of a folder, by path.
fn read_folder(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below it").to_string_lossy();
                found.insert(name.into_owned(), fs::read(&path).expect("a readable file"));
            }
        }
    }
    found
}

#[test]
fn requests_for_designs_that_are_too_much_or_from_elsewhere_are_refused() {
    let (mut server, address) = server(&mut program::command(Path::new(ROOT), "explore --port 0"));
    let status = |head: &str| {
        let answer = asked(&address, head);
        String::from_utf8_lossy(&answer).split(' ').nth(1).unwrap_or_default().to_string()
    };
    let refused = |configuration: &str| {
        let answer = ask(&address, &request(configuration));
        let body = answer.split("\r\n\r\n").nth(1).unwrap_or_default();
        assert!(answer.starts_with("HTTP/1.1 400 "), "{configuration}: {answer}");
        body.lines().next().unwrap_or_default().to_string()
    };
    let file = fs::canonicalize(format!("{ROOT}/Cargo.toml")).expect("it is there");
    insta::assert_snapshot!(
        [
            "",
            "n",
            "n = 99\nm = 8",
            "config = 'design.toml'",
            "family = ['region']\nmesh = '64x64'",
            "n = 3\nm = 3\nmax-data = 4096",
            "n = 3\nm = 3\nname = '../../etc'",
            "n = 3\nm = 3\nname = \"a\\r\\nSet-Cookie: b\"",
        ]
        .map(refused)
        .join("\n")
    );
    // No file of this machine is read.
    let graph = format!("family = ['ring-tree']\ngraph = {:?}", file.to_string_lossy());
    assert!(refused(&graph).contains("the file has not been read"), "{}", refused(&graph));
    let get =
        |query: &str, more: &str| status(&format!("GET /design.zip{query} HTTP/1.1\r\n{more}\r\n"));
    for query in ["", "?", "?configuration", "?configuration=%FF", "?toml=n%3D3%0Am%3D3"] {
        assert_eq!(get(query, ""), "400", "{query}");
    }
    let small = "?configuration=n%3D2%0Am%3D2%0Anetwork%3Dfalse";
    assert_eq!(get(small, "Sec-Fetch-Site: cross-site\r\n"), "403");
    assert_eq!(get(small, "sec-fetch-site: same-site\r\n"), "403");
    assert_eq!(status(&format!("POST /design.zip{small} HTTP/1.1\r\n\r\n")), "405");
    // A head that is too long is not read to its end: the connection may end before an answer.
    let mut stream = TcpStream::connect(&address).expect("it serves");
    let mut answer = Vec::new();
    drop(stream.write_all(request(&"n".repeat(20_000)).as_bytes()));
    drop(stream.read_to_end(&mut answer));
    assert!(!answer.starts_with(b"HTTP/1.1 200"));
    assert_eq!(get(small, ""), "200", "it serves on");
    server.kill().expect("it runs");
    server.wait().expect("it ends");
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
    // Served, the page offers designs.
    let page = PAGE.replacen("data-designs=\"none\"", "data-designs=\"128\"", 1);
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with(&page));
    let head = answer.strip_suffix(&page).expect("the page");
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
