# fn-read with tesseract beside it, for TextRecognition=tesseract on AWS: `make reader-image`.
# Built from the repository's root, after `make build`, and without a provenance attestation: with one an image is a list of
# manifests, which Lambda refuses.
FROM debian:bookworm-slim

RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates tesseract-ocr tesseract-ocr-spa tesseract-ocr-fra \
    && rm -rf /var/lib/apt/lists/*

# Its threads waste what two cores have.
ENV OMP_THREAD_LIMIT=1
COPY target/lambda/fn-read/bootstrap /usr/local/bin/fn-read

# The program speaks Lambda's runtime protocol itself.
ENTRYPOINT ["/usr/local/bin/fn-read"]
