# envelint in an image:
#
#   docker build -t envelint .
#   docker run --rm -v "$PWD:/work:ro" envelint check src
#
# The image has no git, which --changed-since asks.
FROM debian:bookworm-slim AS build
WORKDIR /src
COPY . .
RUN scripts/setup build \
    && cmake --preset release -DENVELINT_TESTS=OFF \
    && cmake --build --preset release \
    && cmake --install build/release --prefix /out --strip

# The same release of Debian: the program brings along all that it needs but the C library.
FROM debian:bookworm-slim
COPY --from=build /out/ /usr/local/
WORKDIR /work
USER 65534:65534
ENTRYPOINT ["envelint"]
