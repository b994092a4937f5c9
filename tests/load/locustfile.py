"""Members of the local workspace, as locust plays them: they type, ask, read their list and open the Home."""

import json
import os
import random

from locust import FastHttpUser, constant_throughput, task

GIVEN = json.loads(os.environ["ICML_LOAD"])  # the parent's: members, channels, words
WORDS, QUESTIONS = GIVEN["words"], GIVEN["questions"]


class Member(FastHttpUser):
    """One of many; acts once a second."""

    wait_time = constant_throughput(1)

    def on_start(self):
        self.member = random.choice(GIVEN["members"])

    @task(50)
    def searches(self):
        self._types("random", f"/icml {random.choice(WORDS)}", "search")

    @task(30)
    def asks(self):
        self._types("general", f"<@{GIVEN['bot']}> {random.choice(QUESTIONS)}", "question")

    @task(10)
    def reads_the_list(self):
        self._types("random", "/icml saved", "saved")

    @task(10)
    def opens_the_home(self):
        self._acts({"act": "opens_home"}, "home")

    def _types(self, channel, text, name):
        self._acts({"act": "types", "channel": GIVEN["channels"][channel], "text": text}, name)

    def _acts(self, act, name):
        url = f"{GIVEN['path']}window/act"
        with self.client.post(url, json={"member": self.member, **act}, name=name, catch_response=True) as answer:
            if answer.status_code != 200 or not answer.json().get("ok"):
                answer.failure(f"the workspace refused: {answer.text}")
