# fn-read with tesseract, for TextRecognition=tesseract on AWS: `make reader-image`.
# Build from the repository's root after `make build`, without a provenance attestation: Lambda rejects manifest lists.
FROM debian:bookworm-slim

RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates tesseract-ocr tesseract-ocr-spa tesseract-ocr-fra \
    && rm -rf /var/lib/apt/lists/*

# More threads slow tesseract down on two cores.
ENV OMP_THREAD_LIMIT=1
COPY target/lambda/fn-read/bootstrap /usr/local/bin/fn-read

# As Lambda runs it anyway.
USER 65534:65534

# The program implements Lambda's runtime protocol.
ENTRYPOINT ["/usr/local/bin/fn-read"]
