"""The reader against a Crawl4AI server (CRAWL4AI_URL), with pages of a site (SITE_URL): python3 -m unittest."""

import os
import unittest

from gleaner_reader import GleanerReader, ReaderError, document_id

SERVER, SITE = os.environ.get("CRAWL4AI_URL"), os.environ.get("SITE_URL", "")


@unittest.skipIf(SERVER is None, "CRAWL4AI_URL is not set")
class Crawl4ai(unittest.TestCase):
    def setUp(self):
        self.slept = []

    def reader(self, **more):
        options = {"endpoint": "crawl4ai", "endpoint_url": SERVER, "api_key": "token", "sleep": self.slept.append}
        return GleanerReader(**{**options, **more})

    def test_pages_are_read_in_order_and_a_missing_one_is_none(self):
        urls = [f"{SITE}/a", f"{SITE}/gone", f"{SITE}/b"]
        read = self.reader().load_data(urls)
        self.assertEqual([each and each.metadata["source"] for each in read], [urls[0], None, urls[2]])
        self.assertEqual(read[0].id_, document_id(urls[0]))
        self.assertIn("# Page /a", read[0].text)
        self.assertEqual(
            read[0].metadata,
            {
                "source": urls[0],
                "source_url": urls[0],
                "title": "Page /a",
                "description": "About a page",
                "status_code": 200,
                "crawl_timestamp": "",
                "internal_links_count": 2,
                "external_links_count": 1,
                "source_type": "web_crawl",
            },
        )

    def test_missing_pages_say_nothing_of_the_server(self):
        reader = self.reader(max_concurrent_requests=1)
        read = reader.load_data([*(f"{SITE}/gone/{at}" for at in range(6)), f"{SITE}/a"])
        self.assertEqual([each is None for each in read], [True] * 6 + [False])
        self.assertEqual(reader.breaker.state, "closed")
        with self.assertRaises(ReaderError) as caught:
            self.reader(fail_on_error=True).load_data([f"{SITE}/gone"])
        self.assertEqual(caught.exception.kind, "crawl")
        self.assertIn("status 404", str(caught.exception))

    def test_a_wrong_token_is_refused(self):
        with self.assertRaises(ReaderError) as caught:
            self.reader(api_key="other", fail_on_error=True).load_data([f"{SITE}/a"])
        self.assertEqual((caught.exception.status, self.slept), (401, []))


if __name__ == "__main__":
    unittest.main()
