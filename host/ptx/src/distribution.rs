//! Distribution of Linux, for advice that names packages.

use std::fs;

/// Distributions that name and install packages alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Debian, Ubuntu and what comes from them.
    Debian,
    /// Fedora, Red Hat and what comes from them.
    Fedora,
    /// Arch and what comes from it.
    Arch,
    Suse,
    OtherLinux,
    Other,
}

impl Family {
    pub fn here() -> Family {
        if cfg!(not(target_os = "linux")) {
            return Family::Other;
        }
        Family::of(&fs::read_to_string("/etc/os-release").unwrap_or_default())
    }

    /// Reads the text of `/etc/os-release`. ID_LIKE names the distributions that
    /// one comes from, so that it need not be known itself.
    fn of(os_release: &str) -> Family {
        let names = os_release.lines().filter_map(|line| {
            let (key, value) = line.split_once('=')?;
            matches!(key, "ID" | "ID_LIKE").then(|| value.trim_matches(['"', '\'']))
        });
        names
            .flat_map(str::split_whitespace)
            .find_map(|name| match name {
                "debian" | "ubuntu" => Some(Family::Debian),
                "fedora" | "rhel" | "centos" => Some(Family::Fedora),
                "arch" => Some(Family::Arch),
                "suse" | "opensuse" | "opensuse-tumbleweed" | "opensuse-leap" => Some(Family::Suse),
                _ => None,
            })
            .unwrap_or(Family::OtherLinux)
    }

    /// How a user of this distribution installs a package, up to its name.
    pub fn install_command(self) -> &'static str {
        match self {
            Family::Debian => "sudo apt-get install",
            Family::Fedora => "sudo dnf install",
            Family::Arch => "sudo pacman -S",
            Family::Suse => "sudo zypper install",
            Family::OtherLinux | Family::Other => "install",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distributions_are_told_apart() {
        let cases = [
            ("ID=debian\nVERSION_ID=\"12\"\n", Family::Debian),
            ("NAME=\"Linux Mint\"\nID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", Family::Debian),
            ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", Family::Fedora),
            ("ID=manjaro\nID_LIKE=arch\n", Family::Arch),
            ("ID=\"opensuse-leap\"\nID_LIKE=\"suse opensuse\"\n", Family::Suse),
            // Only whole names count, and only in the two keys.
            ("ID=debianish\nHOME_URL=debian\n", Family::OtherLinux),
            ("", Family::OtherLinux),
        ];
        for (os_release, expected) in cases {
            assert_eq!(Family::of(os_release), expected, "{os_release}");
        }
    }
}
