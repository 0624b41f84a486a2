"""Pages as LlamaIndex documents, read by Gleaner or by a Crawl4AI server. One file, standard library only; LlamaIndex
is used where it is installed.

    from gleaner_reader import GleanerReader

    reader = GleanerReader(endpoint_url="http://127.0.0.1:3000", api_key="fc-...")
    documents = reader.load_data(["https://example.com/a", "https://example.com/b"])

The answer has a place for each URL, in their order; None where the page could not be read, unless ``fail_on_error``.
``endpoint="crawl4ai"`` reads with a Crawl4AI server. The text of a page is untrusted: nobody vouches for what it says.
"""

from __future__ import annotations

import asyncio
import hashlib
import http.client
import json
import logging
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Protocol

try:  # LlamaIndex's own classes where it is installed.
    from llama_index.core.readers.base import BaseReader  # type: ignore[import-not-found]
    from llama_index.core.schema import Document  # type: ignore[import-not-found]
except ImportError:

    class BaseReader:  # type: ignore[no-redef]
        """Stands in for LlamaIndex's reader."""

    @dataclass
    class Document:  # type: ignore[no-redef]
        """A document as LlamaIndex has it: text, flat metadata, id."""

        text: str
        metadata: dict[str, str | int | float] = field(default_factory=dict)
        id_: str = ""


log = logging.getLogger("gleaner_reader")


class ReaderError(Exception):
    """There is no document. ``kind`` is network, http, crawl, empty, content, breaker or options."""

    def __init__(
        self,
        kind: str,
        message: str,
        status: int | None = None,
        retry_after: float | None = None,
        answer: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.status = status
        self.retry_after = retry_after
        self.answer = answer or {}

    def may_pass(self) -> bool:
        """Whether the same request may succeed later: the network, the service itself, or "send again" (408, 429)."""
        return self.kind == "network" or (
            self.kind == "http" and ((self.status or 0) >= 500 or self.status in (408, 429))
        )

    def is_of_service(self) -> bool:
        """Whether it speaks of the service, and not of one page."""
        return self.kind in ("network", "content") or (self.kind == "http" and (self.status or 0) >= 500)


class Store(Protocol):
    """What keeps documents, as far as a reader has it forget those of a page before."""

    def delete_by_url(self, source_url: str) -> int: ...


class CircuitBreaker:
    """Leaves a service alone that failed so often in a row; after a while one call decides."""

    def __init__(self, failures: int, seconds: float, now: Callable[[], float]) -> None:
        self._failures, self._seconds, self._now = failures, seconds, now
        self._failed = 0
        self._opened_at: float | None = None
        self._trying = False
        self._lock = threading.Lock()

    @property
    def state(self) -> str:
        """closed, open or half-open."""
        if self._opened_at is None:
            return "closed"
        return "half-open" if self._now() - self._opened_at >= self._seconds else "open"

    def call(self, work: Callable[[], Document]) -> Document:
        """Runs the work, or refuses it with a ReaderError of kind breaker."""
        with self._lock:
            before = self.state
            if before == "open" or (before == "half-open" and self._trying):
                raise ReaderError("breaker", f"The service failed {self._failed} times in a row; it is left alone")
            self._trying = before == "half-open"
        try:
            value = work()
        except ReaderError as error:
            with self._lock:
                self._trying = False
                if error.is_of_service():
                    self._failed += 1
                    if self._failed >= self._failures or self._opened_at is not None:
                        self._opened_at = self._now()
                elif before == "half-open":
                    self._failed, self._opened_at = 0, None
            raise
        with self._lock:
            self._failed, self._opened_at, self._trying = 0, None, False
        return value


def document_id(url: str) -> str:
    """The id of a page as a document: a UUID of the first half of the SHA-256 of its URL."""
    return str(uuid.UUID(bytes=hashlib.sha256(url.encode()).digest()[:16]))


def build_metadata(page: dict[str, Any], url: str) -> dict[str, str | int | float]:
    """Nine flat fields, never None, from a page of Gleaner's."""
    about = page.get("metadata") or {}
    host = urllib.parse.urlsplit(url).netloc
    links = [urllib.parse.urlsplit(link).netloc for link in page.get("links") or []]
    return {
        "source": url,
        "source_url": url,
        "title": about.get("title") or "",
        "description": about.get("description") or "",
        "status_code": about.get("statusCode") or 0,
        "crawl_timestamp": about.get("scrapedAt") or about.get("cachedAt") or about.get("timestamp") or "",
        "internal_links_count": sum(1 for link in links if link == host),
        "external_links_count": sum(1 for link in links if link != host),
        "source_type": "web_crawl",
    }


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _page_failed(url: str, why: Any) -> ReaderError:
    return ReaderError("crawl", f"Cannot read {url}: {_text(why) or 'the service says no more'}")


def _crawl4ai_result(answer: dict[str, Any]) -> dict[str, Any]:
    """What a Crawl4AI server says of the one page: one result, or a list of them, by its age."""
    inner = _dict(answer.get("result") or answer)
    results = inner.get("results")
    return _dict(results[0]) if isinstance(results, list) and results else inner


def _crawl4ai_order(url: str) -> dict[str, Any]:
    """An order as servers of every age understand it. Without a filter one of today leaves fit_markdown empty."""
    content_filter = {"type": "PruningContentFilter", "params": {}}
    generator = {"type": "DefaultMarkdownGenerator", "params": {"content_filter": content_filter}}
    params = {"cache_mode": "bypass", "word_count_threshold": 10, "markdown_generator": generator}
    return {
        "url": url,
        "urls": [url],
        "crawler_params": {"cache_mode": "BYPASS", "word_count_threshold": 10},
        "crawler_config": {"type": "CrawlerRunConfig", "params": params},
    }


class GleanerReader(BaseReader):  # type: ignore[misc]  # of the two, one is there
    """Reads pages as documents."""

    is_remote = True

    def __init__(
        self,
        endpoint_url: str | None = None,
        api_key: str | None = None,
        timeout_seconds: float = 60,
        fail_on_error: bool = False,
        max_concurrent_requests: int = 5,
        max_retries: int = 3,
        retry_delays: Sequence[float] = (1.0, 2.0, 4.0),
        store: Store | None = None,
        endpoint: str = "gleaner",
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if endpoint not in ("gleaner", "crawl4ai"):
            raise ReaderError("options", f"endpoint: expected gleaner or crawl4ai, found {endpoint!r}")
        if endpoint_url is None:
            endpoint_url = "http://127.0.0.1:3000" if endpoint == "gleaner" else "http://localhost:52004"
        if urllib.parse.urlsplit(endpoint_url).scheme not in ("http", "https"):
            raise ReaderError("options", f"endpoint_url: expected an address, found {endpoint_url!r}")
        for name, value, low, high in (
            ("timeout_seconds", timeout_seconds, 10, 300),
            ("max_concurrent_requests", max_concurrent_requests, 1, 20),
            ("max_retries", max_retries, 0, 10),
        ):
            if not low <= value <= high:
                raise ReaderError("options", f"{name}: expected {low} to {high}, found {value}")
        if not retry_delays:
            raise ReaderError("options", "retry_delays: expected one or more, found none")
        # It goes into a header, and an error about a header that cannot be sent shows it.
        key = (api_key or "").strip()
        if not all("!" <= character <= "~" for character in key):
            raise ReaderError("options", "api_key: expected one key and nothing else, found other characters in it")
        self.endpoint = endpoint
        self.endpoint_url = endpoint_url.rstrip("/")
        # Many know Gleaner by the address that its paths begin with.
        if endpoint == "gleaner":
            self.endpoint_url = re.sub(r"(?<=[^/:])/+v[12]$", "", self.endpoint_url)
        self.api_key = key or None
        self.timeout_seconds = timeout_seconds
        self.fail_on_error = fail_on_error
        self.max_concurrent_requests = max_concurrent_requests
        self.max_retries = max_retries
        self.retry_delays = list(retry_delays)
        self.store = store
        self.breaker = CircuitBreaker(failures=5, seconds=60.0, now=now)
        self._sleep = sleep

    @classmethod
    def class_name(cls) -> str:
        """The name under which LlamaIndex keeps it."""
        return "GleanerReader"

    def is_healthy(self) -> bool:
        """Whether the service is there."""
        try:
            with urllib.request.urlopen(f"{self.endpoint_url}/health", timeout=10) as answer:
                return answer.status == 200
        except (OSError, http.client.HTTPException):
            return False

    def load_data(self, urls: Sequence[str]) -> list[Document | None]:
        """Reads pages, some at a time; the answer has a place for each."""
        if not urls:
            return []
        if not self.is_healthy():
            raise ReaderError("network", f"The service at {self.endpoint_url}/health does not say that it is well")
        log.info("reading %d pages", len(urls))
        ended = threading.Event()

        def work(url: str) -> Document | None:
            if ended.is_set():
                return None
            try:
                document = self.breaker.call(lambda: self._with_retries(url))
                if self.store is not None:
                    self.store.delete_by_url(url)
                return document
            except ReaderError as error:
                log.error("%s could not be read: %s", url, error)
                if self.fail_on_error:
                    ended.set()
                    raise
                return None

        with ThreadPoolExecutor(self.max_concurrent_requests) as pool:
            futures = [pool.submit(work, url) for url in urls]
        failed = next((future.exception() for future in futures if future.exception() is not None), None)
        if failed is not None:
            raise failed
        documents = [future.result() for future in futures]
        log.info("%d of %d pages were read", sum(1 for each in documents if each is not None), len(urls))
        return documents

    async def aload_data(self, urls: Sequence[str]) -> list[Document | None]:
        """The same, without holding up the event loop."""
        return await asyncio.to_thread(self.load_data, urls)

    def search(self, query: str, corpus: str = "main", **options: Any) -> list[Document]:
        """Passages of what was crawled that answer a query best."""
        if self.endpoint != "gleaner":
            raise ReaderError("options", f"Cannot search: expected the endpoint gleaner, found {self.endpoint}")
        path = f"/v2/corpus/{urllib.parse.quote(corpus, safe='')}/search"
        found = self._ask(path, {"query": query, **options}).get("data") or []
        return [
            Document(
                text=each["text"],
                metadata={
                    **{name: value for name, value in each.get("metadata", {}).items() if value is not None},
                    "section_path": " › ".join(each.get("section_path", [])),
                    "score": each.get("score", 0),
                },
                id_=each["passage_id"],
            )
            for each in found
        ]

    def _with_retries(self, url: str) -> Document:
        for tries in range(self.max_retries + 1):
            try:
                return self._read(url)
            except ReaderError as error:
                if tries == self.max_retries or not error.may_pass():
                    raise
                usual = self.retry_delays[min(tries, len(self.retry_delays) - 1)]
                delay = usual if error.retry_after is None else error.retry_after
                log.warning("%s: trying again in %s s: %s", url, delay, error)
                self._sleep(delay)
        raise AssertionError("unreachable")

    def _read(self, url: str) -> Document:
        return self._read_with_gleaner(url) if self.endpoint == "gleaner" else self._read_with_crawl4ai(url)

    @staticmethod
    def _document(url: str, text: str, metadata: dict[str, str | int | float]) -> Document:
        if not text.strip():
            raise ReaderError("empty", f"Cannot make a document of {url}: the answer has no Markdown")
        return Document(text=text, metadata=metadata, id_=document_id(url))

    def _read_with_gleaner(self, url: str) -> Document:
        answer = self._ask("/v2/scrape", {"url": url, "formats": ["markdown", "links"]})
        if answer.get("success") is not True:
            raise _page_failed(url, answer.get("error"))
        page = _dict(answer.get("data"))
        return self._document(url, _text(page.get("markdown")), build_metadata(page, url))

    def _read_with_crawl4ai(self, url: str) -> Document:
        result = self._crawl4ai(url)
        if result.get("success") is not True:
            raise _page_failed(url, result.get("error_message"))
        markdown, about, links = result.get("markdown"), _dict(result.get("metadata")), _dict(result.get("links"))
        parts = _dict(markdown)
        text = _text(parts.get("fit_markdown")) or _text(parts.get("raw_markdown")) or _text(markdown)
        metadata: dict[str, str | int | float] = {
            "source": url,
            "source_url": url,
            "title": about.get("title") or "",
            "description": about.get("description") or "",
            "status_code": result.get("status_code") or 0,
            "crawl_timestamp": result.get("crawl_timestamp") or "",
            "internal_links_count": len(links.get("internal") or []),
            "external_links_count": len(links.get("external") or []),
            "source_type": "web_crawl",
        }
        return self._document(url, text, metadata)

    def _crawl4ai(self, url: str) -> dict[str, Any]:
        try:
            answer = self._ask("/crawl", _crawl4ai_order(url))
        except ReaderError as error:
            if error.status != 500:
                raise
            return self._crawl4ai_why(url, error)
        task = _text(answer.get("task_id"))
        return self._poll(f"/task/{urllib.parse.quote(task, safe='')}", url) if task else _crawl4ai_result(answer)

    def _crawl4ai_why(self, url: str, refusal: ReaderError) -> dict[str, Any]:
        """Why a page came back as 500, which is what a server answers where none of its pages could be read. One of
        0.8 says so; one of 0.9 keeps the reason to its log, and hands it out where the page is ordered as a job."""
        told, _, why = _text(refusal.answer.get("detail")).partition("Crawl request failed: ")
        if told == "" and why != "":
            raise _page_failed(url, why)
        if "correlation_id" not in refusal.answer:
            raise refusal
        try:
            job = _text(self._ask("/crawl/job", _crawl4ai_order(url)).get("task_id"))
        except ReaderError:
            raise refusal from None
        return self._poll(f"/crawl/job/{urllib.parse.quote(job, safe='')}", url)

    def _poll(self, path: str, url: str) -> dict[str, Any]:
        waited = 0.0
        while waited < self.timeout_seconds:
            task = self._ask(path, None)
            if task.get("status") == "completed":
                return _crawl4ai_result(task)
            if task.get("status") == "failed":
                error = _text(task.get("error"))
                if error.startswith("5"):  # The server failed at it, and not the page: "500: ...".
                    raise ReaderError("http", f"{path} failed: {error}", 500)
                raise _page_failed(url, error)
            self._sleep(1.0)
            waited += 1.0
        raise ReaderError("network", f"Cannot read {url}: no answer within {self.timeout_seconds} s")

    def _ask(self, path: str, body: dict[str, Any] | None) -> dict[str, Any]:
        headers = {} if body is None else {"content-type": "application/json"}
        if self.api_key is not None:
            headers["authorization"] = f"Bearer {self.api_key}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.endpoint_url}{path}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout_seconds) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            raise self._refusal(path, error) from error
        except (OSError, http.client.HTTPException) as error:
            raise ReaderError("network", f"Cannot ask {path}: {error}") from error
        try:
            parsed = json.loads(text)
        except ValueError as error:
            raise ReaderError("content", f"Cannot read what {path} answered: expected JSON") from error
        return _dict(parsed)

    @staticmethod
    def _refusal(path: str, error: urllib.error.HTTPError) -> ReaderError:
        try:
            body = _dict(json.loads(error.read()))
        except (ValueError, OSError):
            body = {}
        after = _dict(body.get("details")).get("retryAfterSeconds", error.headers.get("retry-after"))
        try:
            wait = None if after is None else min(max(float(after), 0.0), 60.0)
        except (TypeError, ValueError):  # A date, as HTTP has it too.
            wait = None
        told = _text(body.get("error")) or _text(body.get("detail"))
        return ReaderError("http", f"{path} answered {error.code}: {told}", error.code, wait, body)
