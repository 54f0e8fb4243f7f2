# A static image that holds the program and nothing else:
#
#   docker build --tag discovery-helper .
#   docker run --rm --network none --volume "$PWD:/site:ro" discovery-helper verify public
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY cmd cmd
COPY docs docs
COPY internal internal
COPY llmstxt llmstxt
COPY schema schema
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w" -o /discovery-helper ./cmd/discovery-helper && mkdir /empty

FROM scratch
COPY --from=build /discovery-helper /discovery-helper
# verify --url asks servers by HTTPS, and keeps what they answer in /tmp.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build --chown=65534:65534 /empty /tmp
USER 65534:65534
WORKDIR /site
ENTRYPOINT ["/discovery-helper"]
