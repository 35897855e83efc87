using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["public", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  serviceWorkerScript = embed "dist/worker.js",
  compatibilityDate = "2026-06-01",
  bindings = [
    (name = "FORGE_URL", fromEnvironment = "FORGE_URL"),
    (name = "FORGE_TOKEN", fromEnvironment = "FORGE_TOKEN"),
    (name = "WEBHOOK_SECRET", fromEnvironment = "WEBHOOK_SECRET"),
  ],
);
