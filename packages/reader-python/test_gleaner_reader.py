"""The cases of the reader's first specification that concern it, against a service on loopback: python3 -m unittest."""

import asyncio
import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from gleaner_reader import GleanerReader, ReaderError, build_metadata, document_id


def page(url, **more):
    data = {
        "markdown": f"# {url}\n\nThis is example content.",
        "links": ["https://example.com/page1", "https://example.com/page2", "https://other.com/"],
        "metadata": {"title": "Example", "description": "About", "statusCode": 200},
    }
    return 200, {"success": True, "data": {**data, **more}}


class Service(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.health, self.answer, self.got, self.times = 200, lambda url, times: page(url), [], {}
        self.open = self.most = 0
        self.lock = threading.Lock()
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def reply(self, status, body):
        text = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self):
        self.reply(self.server.health, {})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        service = self.server
        with service.lock:
            service.open += 1
            service.most = max(service.most, service.open)
            name = body.get("url", self.path)
            service.times[name] = times = service.times.get(name, 0) + 1
            service.got.append((self.path, body, self.headers["authorization"]))
        answer = service.answer(name, times)
        with service.lock:
            service.open -= 1
        if answer is None:
            self.connection.close()
        else:
            self.reply(*answer)


class ReaderTest(unittest.TestCase):
    def setUp(self):
        self.service = Service()
        self.slept, self.clock = [], 0.0
        self.addCleanup(self.service.server_close)
        self.addCleanup(self.service.shutdown)

    def reader(self, **more):
        return GleanerReader(self.service.url, now=lambda: self.clock, sleep=self.slept.append, **more)

    def kind(self, answer, **more):
        self.service.answer = answer
        with self.assertRaises(ReaderError) as caught:
            self.reader(fail_on_error=True, **more).load_data(["https://example.com/"])
        return caught.exception.kind


class Configuration(ReaderTest):
    def test_default_initialization(self):
        reader = GleanerReader()
        self.assertEqual((reader.timeout_seconds, reader.max_concurrent_requests, reader.max_retries), (60, 5, 3))
        self.assertEqual((reader.retry_delays, reader.fail_on_error, reader.is_remote), ([1.0, 2.0, 4.0], False, True))
        self.assertEqual((GleanerReader.class_name(), reader.breaker.state), ("GleanerReader", "closed"))

    def test_bounds(self):
        for options in (
            {"timeout_seconds": 9},
            {"timeout_seconds": 301},
            {"max_concurrent_requests": 0},
            {"max_concurrent_requests": 21},
            {"max_retries": 11},
            {"retry_delays": []},
            {"endpoint_url": "gleaner"},
            {"endpoint": "firecrawl"},
        ):
            with self.subTest(options), self.assertRaises(ReaderError) as caught:
                GleanerReader(**options)
            self.assertEqual(caught.exception.kind, "options")

    def test_an_address_may_end_in_the_version_that_paths_of_gleaner_begin_with(self):
        for end in ("/v2", "/v2/", "/v1//", "/"):
            reader = GleanerReader(endpoint_url=f"https://a.test/prod{end}")
            self.assertEqual(reader.endpoint_url, "https://a.test/prod")
        for own in ("https://a.test/v3", "https://v2"):
            self.assertEqual(GleanerReader(endpoint_url=own).endpoint_url, own)
        other = GleanerReader(endpoint="crawl4ai", endpoint_url="https://a.test/v2")
        self.assertEqual(other.endpoint_url, "https://a.test/v2")

    def test_a_key_that_no_header_can_carry_is_refused_and_is_not_shown(self):
        for key in ("fc-SECRET:1\nx", "fc-SECRET 1", "fc-SECRET:é"):
            with self.subTest(key), self.assertRaises(ReaderError) as caught:
                GleanerReader(api_key=key)
            self.assertEqual(caught.exception.kind, "options")
            self.assertNotIn("SECRET", str(caught.exception))
        self.assertEqual(GleanerReader(api_key="fc-dev:1\n").api_key, "fc-dev:1")
        self.assertIsNone(GleanerReader(api_key="").api_key)

    def test_health_check(self):
        self.assertTrue(self.reader().is_healthy())
        self.service.health = 503
        with self.assertRaises(ReaderError):
            self.reader().load_data(["https://example.com/"])
        self.assertEqual(self.service.got, [])


class Documents(ReaderTest):
    def test_document_id(self):
        self.assertEqual(document_id("https://example.com"), "100680ad-546c-e6a5-77f4-2f52df33b4cf")
        self.assertNotEqual(document_id("https://example.com"), document_id("https://example.com/"))

    def test_metadata_complete(self):
        made = build_metadata(page("https://example.com/")[1]["data"], "https://example.com/")
        self.assertEqual(len(made), 9)
        self.assertEqual((made["internal_links_count"], made["external_links_count"]), (2, 1))
        self.assertEqual((made["status_code"], made["source_type"], made["title"]), (200, "web_crawl", "Example"))

    def test_metadata_is_flat_and_never_none(self):
        for data in ({}, {"metadata": None, "links": None}, {"metadata": {"title": None}}):
            for value in build_metadata(data, "https://example.com/").values():
                self.assertIsInstance(value, (str, int, float))

    def test_document(self):
        [document] = self.reader(api_key="key").load_data(["https://example.com/"])
        self.assertEqual(document.id_, document_id("https://example.com/"))
        self.assertTrue(document.text.startswith("# https://example.com/"))
        self.assertEqual(self.service.got[0][2], "Bearer key")

    def test_search(self):
        metadata = {"source": "u", "odd": None}
        found = {"passage_id": "p", "text": "x", "section_path": ["A", "B"], "score": 2, "metadata": metadata}
        self.service.answer = lambda *_: (200, {"success": True, "data": [found]})
        [document] = self.reader().search("words", limit=1)
        self.assertEqual((document.id_, document.metadata["section_path"]), ("p", "A › B"))
        self.assertNotIn(None, document.metadata.values())
        self.assertEqual(self.service.got[0][:2], ("/v2/corpus/main/search", {"query": "words", "limit": 1}))


class Retries(ReaderTest):
    def test_http_500_and_network_errors_are_tried_again(self):
        self.service.answer = lambda url, times: {1: (500, {}), 2: None}.get(times, page(url))
        self.assertIsNotNone(self.reader().load_data(["https://example.com/"])[0])
        self.assertEqual(self.slept, [1.0, 2.0])

    def test_retries_are_exhausted(self):
        self.assertEqual(self.kind(lambda *_: (503, {})), "http")
        self.assertEqual((self.slept, len(self.service.got)), ([1.0, 2.0, 4.0], 4))

    def test_http_404_is_not_tried_again(self):
        self.assertEqual(self.kind(lambda *_: (404, {})), "http")
        self.assertEqual((self.slept, len(self.service.got)), ([], 1))

    def test_408_means_send_again(self):
        again = (408, {"success": False, "details": {"retryAfterSeconds": 3}})
        self.service.answer = lambda url, times: again if times < 3 else page(url)
        self.assertIsNotNone(self.reader().load_data(["https://example.com/"])[0])
        self.assertEqual(self.slept, [3.0, 3.0])


class Errors(ReaderTest):
    def test_kinds(self):
        self.assertEqual(self.kind(lambda *_: (200, "<html>")), "content")
        self.assertEqual(self.kind(lambda url, _: page(url, markdown="")), "empty")
        self.assertEqual(self.kind(lambda *_: (200, {"success": False, "error": "no"})), "crawl")
        self.assertEqual(self.kind(lambda *_: None, max_retries=0), "network")


class Batches(ReaderTest):
    def test_empty_list(self):
        self.service.health = 500
        self.assertEqual(self.reader().load_data([]), [])

    def test_order_and_partial_failure(self):
        urls = [f"https://example.com/{at}" for at in range(9)]
        self.service.answer = lambda url, _: (404, {}) if url.endswith("/4") else page(url)
        sources = [each and each.metadata["source"] for each in self.reader().load_data(urls)]
        self.assertEqual(sources, [None if at == 4 else url for at, url in enumerate(urls)])

    def test_concurrency_limit(self):
        barrier = threading.Barrier(3)
        self.service.answer = lambda url, _: (barrier.wait(30), page(url))[1]
        self.reader(max_concurrent_requests=3).load_data([f"https://example.com/{at}" for at in range(9)])
        self.assertEqual(self.service.most, 3)

    def test_async(self):
        documents = asyncio.run(self.reader().aload_data(["https://example.com/"]))
        self.assertEqual(len(documents), 1)

    def test_deduplication_only_of_pages_that_were_read(self):
        deleted = []

        class Store:
            def delete_by_url(self, source_url):
                deleted.append(source_url)
                return 1

        self.service.answer = lambda url, _: (404, {}) if url.endswith("/bad") else page(url)
        self.reader(store=Store()).load_data(["https://example.com/bad", "https://example.com/good"])
        self.assertEqual(deleted, ["https://example.com/good"])


class Breaker(ReaderTest):
    def test_opens_recovers_and_opens_again(self):
        self.service.answer = lambda *_: (500, {})
        reader = self.reader(max_retries=0, max_concurrent_requests=1)
        reader.load_data([f"https://example.com/{at}" for at in range(9)])
        self.assertEqual((len(self.service.got), reader.breaker.state), (5, "open"))
        self.clock = 60.0
        self.assertEqual(reader.breaker.state, "half-open")
        reader.load_data(["https://example.com/"])
        self.assertEqual(reader.breaker.state, "open")
        self.clock = 120.0
        self.service.answer = lambda url, _: page(url)
        self.assertIsNotNone(reader.load_data(["https://example.com/"])[0])
        self.assertEqual(reader.breaker.state, "closed")


if __name__ == "__main__":
    unittest.main()
