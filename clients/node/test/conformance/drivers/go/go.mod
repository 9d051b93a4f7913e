module usher.example/conformance

go 1.24.0

require usher.example/usher-go v0.1.0
