import unittest

import httpx

from usher import APIError, Usher


def error_of(response: httpx.Response) -> APIError:
    http = httpx.Client(transport=httpx.MockTransport(lambda _: response))
    try:
        Usher("https://usher.test", "usk_1", http_client=http, max_retries=0).queues.get("q_1")
    except APIError as error:
        return error
    raise AssertionError("There was no error")


class GivenAnAnswerOfSomethingElse(unittest.TestCase):
    def test_attack_when_a_problem_is_nested_for_ever_then_it_is_an_error_without_a_code(self) -> None:
        problem = {"content-type": "application/problem+json"}
        error = error_of(httpx.Response(400, headers=problem, content=b"[" * 100_000))
        self.assertEqual((error.status, error.code), (400, None))

    def test_attack_when_retry_after_has_thousands_of_digits_then_it_is_read(self) -> None:
        error = error_of(httpx.Response(429, headers={"retry-after": "9" * 5000}))
        self.assertGreater(error.retry_after_seconds or 0, 60)

    def test_attack_when_an_answer_cannot_be_read_then_the_error_does_not_show_it(self) -> None:
        error = error_of(httpx.Response(200, json={"id": "q_1", "name": ["Ada Lovelace"]}))
        self.assertEqual(error.status, 200)
        self.assertNotIn("Ada", repr(error))
        self.assertIsNone(error.__cause__ or error.__context__)
