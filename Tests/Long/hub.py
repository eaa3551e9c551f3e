"""git over https with a password, and a service for pushes that notes what it is told."""

import base64
import http.server
import os
import ssl
import subprocess
import threading


class Hub(http.server.ThreadingHTTPServer):
    def __init__(self, folder, certificate, key, password):
        super().__init__(("127.0.0.1", 0), Answer)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self.socket = context.wrap_socket(self.socket, server_side=True)
        self.folder, self.port, self.told = str(folder), self.server_address[1], []
        self.account = "Basic " + base64.b64encode(f"me:{password}".encode()).decode()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        """A client that goes away is no matter."""


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if not self.path.startswith("/git/"):
            self.server.told.append((self.path, dict(self.headers), body))
            return self.answer(200, {"Content-Type": "application/json"}, b'{"id":"1"}')
        if self.headers.get("Authorization") != self.server.account:
            return self.answer(401, {"WWW-Authenticate": 'Basic realm="git"'}, b"")
        path, _, query = self.path[4:].partition("?")
        done = subprocess.run(
            ["git", "http-backend"], input=body, capture_output=True,
            env={**os.environ, "GIT_PROJECT_ROOT": self.server.folder, "GIT_HTTP_EXPORT_ALL": "1", "PATH_INFO": path,
                 "QUERY_STRING": query, "REQUEST_METHOD": self.command, "REMOTE_USER": "me", "GIT_CONFIG_NOSYSTEM": "1",
                 "CONTENT_TYPE": self.headers.get("Content-Type", ""),
                 "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
                 "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", "")})
        head, _, rest = done.stdout.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n"))
        self.answer(int(headers.pop("Status", "200").split()[0]), headers, rest)

    do_POST = do_PUT = do_DELETE = do_GET

    def answer(self, code, headers, body):
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass
