//! A server for one folder, on this machine alone: to look at it, and for the tests.
//!
//! It knows the files of the folder by name and answers for nothing else, so no
//! address can lead out of it.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow, ensure};
use tiny_http::{Header, Method, Request, Response, Server, StatusCode};

/// Where the folder is to be found.
pub(crate) struct Address {
    /// 0 for one that is free.
    pub(crate) port: u16,
    /// The subfolder that it is served in, such as `course/gpu`.
    pub(crate) under: String,
}

/// What a file is, by the ending of its name. A browser only compiles a program
/// while it is loaded, and only runs a script at all, if it is told what it is.
const TYPES: [(&str, &str); 7] = [
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("wasm", "application/wasm"),
    ("webmanifest", "application/manifest+json"),
];

/// Serves until the program is ended.
pub(super) fn run(folder: &Path, address: &Address) -> Result<()> {
    let site = Site::open(folder, &address.under)?;
    let server = Server::http(("127.0.0.1", address.port))
        .map_err(|error| anyhow!("cannot listen on port {}: {error}", address.port))?;
    let port = server.server_addr().to_ip().context("the server has no port")?.port();
    println!("http://127.0.0.1:{port}{}", site.root);
    for request in server.incoming_requests() {
        // A browser that goes away while it is answered is no mistake of ours.
        let _ = answer(&site, request);
    }
    Ok(())
}

fn answer(site: &Site, request: Request) -> Result<()> {
    let is_asked = matches!(request.method(), Method::Get | Method::Head);
    match site.find(request.url()).filter(|_| is_asked) {
        Some(Found::File(path)) => {
            let mut response = Response::from_data(fs::read(path)?);
            response.add_header(header("Content-Type", type_of(path))?);
            // After a build the next visit must see it.
            response.add_header(header("Cache-Control", "no-cache")?);
            request.respond(response)?;
        }
        Some(Found::Moved) => {
            let response = Response::empty(StatusCode(301));
            request.respond(response.with_header(header("Location", &site.root)?))?;
        }
        None => {
            let response = Response::from_string("There is no such file.\n");
            request.respond(response.with_status_code(StatusCode(404)))?;
        }
    }
    Ok(())
}

/// The files of a folder, by the paths at which they are served.
struct Site {
    /// The path of the folder itself, with a slash at both ends.
    root: String,
    files: BTreeMap<String, PathBuf>,
}

#[derive(Debug, PartialEq, Eq)]
enum Found<'a> {
    File(&'a Path),
    /// The folder without the slash at its end, where relative links would lead
    /// somewhere else.
    Moved,
}

impl Site {
    fn open(folder: &Path, under: &str) -> Result<Site> {
        let root = match under.trim_matches('/') {
            "" => "/".to_owned(),
            under => format!("/{under}/"),
        };
        let entries = fs::read_dir(folder).with_context(|| {
            format!("there is no {}; `cargo xtask web` makes it", folder.display())
        })?;
        let mut files = BTreeMap::new();
        for entry in entries {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            files.insert(format!("{root}{name}"), path);
        }
        ensure!(!files.is_empty(), "{} is empty; `cargo xtask web` fills it", folder.display());
        if let Some(index) = files.get(&format!("{root}index.html")) {
            files.insert(root.clone(), index.clone());
        }
        Ok(Site { root, files })
    }

    fn find(&self, url: &str) -> Option<Found<'_>> {
        let path = url.split(['?', '#']).next()?;
        if path == self.root.trim_end_matches('/') {
            return Some(Found::Moved);
        }
        self.files.get(path).map(|path| Found::File(path))
    }
}

fn type_of(path: &Path) -> &'static str {
    let ending = path.extension().unwrap_or_default();
    let known = TYPES.iter().find(|(name, _)| ending == *name);
    known.map_or("application/octet-stream", |(_, kind)| kind)
}

fn header(name: &str, value: &str) -> Result<Header> {
    Header::from_bytes(name, value).map_err(|()| anyhow!("{name}: {value} is no header"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_folder_are_found() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("web");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("index.html"), "").unwrap();
        fs::write(folder.join("a.wasm"), "").unwrap();
        fs::write(place.path().join("secret"), "").unwrap();
        let site = Site::open(&folder, "/course/gpu").unwrap();
        let index = folder.join("index.html");
        let program = folder.join("a.wasm");
        let cases = [
            ("/course/gpu/", Some(Found::File(&index))),
            ("/course/gpu/?x=1", Some(Found::File(&index))),
            ("/course/gpu/index.html", Some(Found::File(&index))),
            ("/course/gpu/a.wasm", Some(Found::File(&program))),
            ("/course/gpu", Some(Found::Moved)),
            ("/", None),
            ("/a.wasm", None),
            ("/course/gpu/b.wasm", None),
            ("/course/gpu/../../secret", None),
            ("/course/gpu/%2e%2e/secret", None),
            ("/course/gpu/../secret", None),
        ];
        for (url, expected) in cases {
            assert_eq!(site.find(url), expected, "{url}");
        }
        assert_eq!(type_of(&program), "application/wasm");
        assert_eq!(Site::open(&folder, "").unwrap().root, "/");
        assert!(Site::open(&place.path().join("gone"), "").is_err());
    }
}
